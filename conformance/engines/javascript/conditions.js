// @ts-check

/**
 * The names of those conditions that fail.
 * @param {Record<string, boolean>} conditions whether each clause refuses
 */
export const failing = (conditions) => Object.keys(conditions).filter((clause) => conditions[clause]);

/**
 * The clauses of the first stage in which one refuses; none where all stages are passed.
 * @template {unknown[]} Asked
 * @param {((...asked: Asked) => string[])[]} stages
 * @param {Asked} asked
 */
export function firstFailing(stages, ...asked) {
  for (const stage of stages) {
    const clauses = stage(...asked);
    if (clauses.length > 0) return clauses;
  }
  return [];
}
