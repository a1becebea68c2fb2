import { readdirSync, readFileSync } from 'node:fs';

const read = (place) => JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));

/** The version and the hash of the suite, its counts, its clauses and the default readings. */
export const manifest = () => read('./suite/manifest.json');

/** Every case of a game, such as `rummy`. */
export function cases(game) {
  const { counts } = manifest();
  if (!Object.hasOwn(counts.game, game)) {
    throw new RangeError(`no game is called '${game}'; there are ${Object.keys(counts.game).join(', ')}`);
  }
  const names = readdirSync(new URL(`./suite/${game}/`, import.meta.url)).sort();
  return names.flatMap((name) => read(`./suite/${game}/${name}`).cases);
}

/** A JSON Schema by its name, such as `case` or `protocol-request`. */
export const schema = (name) => read(`./schemas/${name}.json`);
