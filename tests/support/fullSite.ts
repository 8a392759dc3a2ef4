import { rmSync } from 'node:fs';
import { stateDishes } from './dietaryStatements.ts';
import { FaultyCms } from './faultyCms.ts';
import { createSiteData, Site } from './site.ts';
import { test as base, expect } from './stack.ts';

/** The longest notice that the admin accepts. */
export const NOTICE =
  'Extraordinarily well-attended neighborhood anniversary celebration: Franklintonians, reservations unfortunately unavailable, walk-ins welcome';
export const LINKS = [
  'Order for pickup tonight',
  'Reserve',
  'Gift cards',
  'Jobs',
  'Instagram',
  'Private dining and events',
];
export const LONGEST_LINE = 'Closed today, opens Friday at 4:30 pm';
/** What the sign says, with the longest reason of a special day. */
export const LONGEST_SENTENCE =
  'Closed today: the Scioto riverfront lantern festival 2. Opens Friday at 4:30 pm';
/** Thanksgiving at noon in Columbus. */
const NOW = Date.parse('2026-11-26T12:00:00-05:00');

/** Adds a notice, links, a special day and what is stated of the dishes to a response of the CMS. */
function addStates(body: string): string {
  const response = JSON.parse(stateDishes(body));
  if (response.data?.websiteName)
    Object.assign(response.data, {
      notice: { text: NOTICE, address: 'https://party.example/', from: null, until: '2026-11-28T03:30:00Z' },
      links: LINKS.map((label, index) => ({ label, address: `https://link-${index}.example/` })),
    });
  for (const entry of Array.isArray(response.data) ? response.data : [])
    if (entry.documentId === 'contact-hours') {
      const reason = 'the Scioto riverfront lantern festival 2';
      entry.specialDays = [{ from: '2026-11-26', until: null, closed: true, hours: null, reason }];
    }
  return JSON.stringify(response);
}

/** Tests of a site that shows everything at once that it can show, with the longest texts. Its clock and the browser's stand still. */
export const test = base.extend<{ fullSite: string }, { sharedFullSite: Site }>({
  sharedFullSite: [
    async ({ sharedStack }, use) => {
      const dataDir = createSiteData();
      const cms = await FaultyCms.start((await sharedStack.get()).cms);
      cms.editResponse = addStates;
      const options = { preload: `Date.now=()=>${NOW}`, env: { TIME_ZONE: 'America/New_York' } };
      const site = await Site.start({ cms: cms.address, dataDir, ...options });
      await use(await site.waitUntilCached());
      expect(site.hasCrashed, site.log).toBe(false);
      await site.stop();
      await cms.stop();
      rmSync(dataDir, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  fullSite: async ({ sharedFullSite, context }, use) => {
    await context.addInitScript((now) => {
      Date.now = () => now;
    }, NOW);
    await use(sharedFullSite.address);
  },
});
