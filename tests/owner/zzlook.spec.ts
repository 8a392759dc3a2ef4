import { openAdmin } from '../support/openAdmin.ts';
import { test } from '../support/stack.ts';

const dishes = (names: string[]) =>
  names.map((name, i) => ({ id: `id-${name}`, name, description: i % 2 ? 'Hand-made pasta with slow-cooked tomato sauce, basil and a lot of cheese from the farm next door' : 'Short text', isShown: i !== 2, isNew: false, ...(i === 1 ? { shown: { name: `${name} of old`, description: 'Before' } } : {}) }));
const drinks = (names: string[]) => names.map((name, i) => ({ id: String(i), name, isShown: true, isNew: i === 3 }));
const limits = { name: 80, description: 500 };
const menu = {
  unpublished: 2,
  sections: [
    { id: 'menu-appetizers', heading: 'Appetizers', lists: [{ type: 'menu-appetizer', kind: 'dishes', limits, items: dishes(['Pierogi', 'Sauerkraut balls', 'Buckeye soup', 'X'.repeat(80)]) }] },
    { id: 'menu-entrees', heading: 'Entrees', lists: [{ type: 'menu-entree', kind: 'dishes', limits, items: dishes(['Lasagna', 'Ribeye', 'Vegetarian burger']) }] },
    { id: 'menu-sides', heading: 'Sides', lists: [{ type: 'menu-side', kind: 'dishes', limits, items: [] }] },
    { id: 'menu-drinks', heading: 'Drinks', lists: [
      { type: 'menu-soft-drinks', kind: 'drinks', heading: 'Soft drinks', limits: { name: 80 }, items: drinks(['Cola', 'Lemonade', 'Tea', 'Root beer']) },
      { type: 'menu-alcohol', kind: 'drinks', heading: 'Beer & wine', limits: { name: 80 }, items: drinks(['Ale', 'Stout']) }] },
  ],
};

test('look', async ({ page, stack }) => {
  test.setTimeout(120000);
  await page.route('**/menu', (r) => (r.request().resourceType() === 'document' ? r.continue() : r.fulfill({ json: menu })));
  await page.route('**/menu/**', async (r) => {
    if (!/:\d+\/menu\//.test(r.request().url())) return r.continue();
    await r.fulfill({ json: { menu, undo: { method: 'POST', path: '/menu/publish', body: {} } } });
  });
  page.on('console', (m) => console.log(m.type(), m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log('ERR', e.message.slice(0, 500)));
  await openAdmin(page, stack);
  await page.screenshot({ path: '/tmp/m2/home.png' });
  await page.getByRole('link', { name: 'Menu' }).first().click();
  await page.waitForTimeout(1500);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [w, h] of [[1440, 900], [768, 1000], [390, 844]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/m2/${colorScheme}-${w}.png` });
    }
  }
  await page.getByRole('switch').first().click();
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/m2/after-390.png` });
});
