import { expect, test } from 'vitest';
import { isSupportedNode } from './installNode.mjs';

const RANGE = '^22.22.2 || ^24.15.0 || >=26';

test.each([
  ['22.22.1', false],
  ['22.22.2', true],
  ['23.11.0', false],
  ['24.15.0', true],
  ['25.9.0', false],
  ['26.0.0', true],
  ['18.20.8', false],
])('Node %s is supported: %s', (version, isSupported) => {
  expect(isSupportedNode(version, RANGE)).toBe(isSupported);
});
