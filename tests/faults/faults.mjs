/** @typedef {'data loss' | 'drafts' | 'restores' | 'two at once' | 'permissions' | 'pages' | 'phone' | 'preview'} Area */

/**
 * A test, and a part of its title: all tests of the file with it are meant. The file's name tells whether it is a unit test.
 * @typedef {{ file: string, title: string }} TestReference
 */

/**
 * @typedef {object} Fault
 * @property {Area} area
 * @property {string} name what a user would suffer
 * @property {string} file of the product
 * @property {string} find a text that the file has exactly once
 * @property {string} replace the text in its place
 * @property {TestReference} test the test that finds the fault
 */

/**
 * Counts how often a text has a part.
 * @param {string} text
 * @param {string} part
 */
export const countOccurrences = (text, part) => text.split(part).length - 1;

/** @type {Fault[]} */
export const faults = [];
