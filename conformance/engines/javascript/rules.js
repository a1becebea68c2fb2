// @ts-check

/**
 * The reading of every option, by the last part of its name.
 * @typedef {Record<string, any>} Rules
 */

/**
 * Every option of a game with the readings that are played, the default one first.
 * @typedef {Record<string, (string | number)[]>} Options
 */

/**
 * A reading that leaves play undefined unless another option has one of the readings named with it.
 * @typedef {object} Need
 * @property {string} option
 * @property {string} reading
 * @property {string} needs
 * @property {string[]} oneOf
 * @property {(rules: Rules) => boolean} [where]
 */

/** @param {string} name */
const lastPart = (name) => name.slice(name.indexOf('.') + 1);

/** @param {Options} options @returns {Rules} */
export const defaultRules = (options) =>
  Object.fromEntries(Object.entries(options).map(([name, [reading]]) => [lastPart(name), reading]));

/**
 * The full name of an option.
 * @param {Options} options
 * @param {string} name full, or its last part
 */
export const optionNamed = (options, name) =>
  Object.keys(options).find((full) => full === name || lastPart(full) === name);

/**
 * The rules with the chosen readings.
 * @param {{options: Options, needs: Need[]}} game
 * @param {[name: string, reading: string | number][]} choices names of options that exist
 * @returns {{rules: Rules} | {skipped: string}}
 */
export function rulesWith({ options, needs }, choices) {
  const rules = defaultRules(options);
  for (const [name, value] of choices) {
    const full = /** @type {string} */ (optionNamed(options, name));
    const reading = options[full].find((played) => String(played) === String(value));
    if (reading === undefined) return { skipped: `${full} is not played as ${value}` };
    rules[lastPart(full)] = reading;
  }
  const unmet = needs.find(
    ({ option, reading, needs: needed, oneOf, where }) =>
      rules[option] === reading && !oneOf.includes(rules[needed]) && (where === undefined || where(rules)),
  );
  if (unmet) return { skipped: `${unmet.option} ${unmet.reading} needs ${unmet.needs} ${unmet.oneOf.join(' or ')}` };
  return { rules };
}
