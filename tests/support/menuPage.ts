/// <reference types="../../web/node_modules/vite/client" />
import { dishTypes } from '../../cms/src/shared/content/menuTypes.ts';
import { allergens } from '../../cms/src/shared/diet/allergens.ts';
import { isOutdated } from '../../web/src/content/confirmation.ts';
import { removeStatements } from '../../web/src/content/parseResponses.ts';
import { parsers } from '../../web/src/content/parsers.ts';
import { type PageContent, type QueryName, queries } from '../../web/src/content/queries.ts';
import { renderDocument } from '../../web/src/entry-server.tsx';
import { findRoute } from '../../web/src/routes.ts';
import { cms } from './cms.ts';
import { contentTypes } from './contentTypes.ts';
import { NOTHING, readMenuPage, type ShownDish, type Statement } from './readMenuPage.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const NAMES = Object.keys(queries).filter(
  (name): name is QueryName => name !== 'home' && name !== 'services',
);
const IDS = new Map(allergens.map(({ id, name }) => [name, id]));

/** The content type that a query fetches. */
const typeOf = (name: QueryName): string =>
  contentTypes.find(({ path }) => path === queries[name].path)?.name ?? '';

interface Dish {
  documentId: string;
  dietaryStatement: Statement | null;
}

/** The menu's page of a site that has got its content from the CMS at a time, rendered by the site's own code. */
export class MenuPage {
  private texts: Record<string, string> = {};
  private receivedAt = 0;

  async begin(): Promise<void> {
    for (const name of NAMES) this.texts[typeOf(name)] = await cms.readContent(typeOf(name));
    this.receivedAt = Date.now();
  }

  receive(texts: Record<string, string>): void {
    Object.assign(this.texts, texts);
    this.receivedAt = Date.now();
  }

  /** Reads what the page shows now about each dish, by its id. */
  async read(): Promise<Record<string, Omit<ShownDish, 'id' | 'name'>>> {
    const asks = isOutdated({ wallTime: this.receivedAt, monotonicTime: performance.now() });
    const entries = NAMES.map((name) => {
      const text = this.texts[typeOf(name)] ?? '';
      return [name, parsers[name](JSON.parse(asks ? removeStatements(text) : text))];
    });
    // Cast: each parser returns the content of its query.
    const content = Object.fromEntries(entries) as PageContent;
    const assets = { styles: '', script: '/app.js' };
    const time = { now: Date.now(), timeZone: 'America/New_York' };
    const site = new URL('https://table.example');
    const dishes = readMenuPage(await renderDocument(findRoute('/menu'), content, site, assets, time), IDS);
    return Object.fromEntries(dishes.map(({ id, name: _, ...shown }) => [id, shown]));
  }

  /** Returns what the page has to show: what the CMS has said, if that is not older than an hour. */
  expect(): Record<string, Omit<ShownDish, 'id' | 'name'>> {
    const age = Date.now() - this.receivedAt;
    const asks = age >= HOUR || age < -MINUTE;
    const dishes = dishTypes.flatMap((type): Dish[] => JSON.parse(this.texts[type] ?? '').data);
    return Object.fromEntries(
      dishes.map(({ documentId, dietaryStatement }) => {
        const { diet, answers } = (!asks && dietaryStatement) || NOTHING;
        const stated = { diet, answers };
        return [documentId, { words: stated, filter: answers, sheet: stated, structured: diet }];
      }),
    );
  }
}
