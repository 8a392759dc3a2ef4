import { vi } from 'vitest';

// Before each file of unit tests; `vi.importActual` returns the restaurant's table.
vi.mock(import('../src/shared/diet/allergens'), async (importActual) => {
  const { testAllergens } = await import('./allergens');
  return { ...(await importActual()), allergens: testAllergens };
});
