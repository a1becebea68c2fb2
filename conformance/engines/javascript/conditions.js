// @ts-check

/**
 * The names of those conditions that fail.
 * @param {Record<string, boolean>} conditions whether each clause refuses
 */
export const failing = (conditions) => Object.keys(conditions).filter((clause) => conditions[clause]);
