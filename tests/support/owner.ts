import type { AuditLogAnswer } from '../../cms/src/auditLog/auditLog.ts';
import type { MenuAnswer, MenuCard, MenuChangeAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { toContentManagerPath } from '../../cms/src/shared/content/contentManager.ts';
import { createItemId } from '../../cms/src/shared/content/itemId.ts';
import type { DishType, MenuType } from '../../cms/src/shared/content/menuTypes.ts';
import type { StoredStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import {
  type MenuCommand,
  type PlannedTime,
  type SiteCommand,
  toRequest,
  type VersionCommand,
} from '../../cms/src/shared/requests/changeCommands.ts';
import type { Conflict } from '../../cms/src/shared/requests/formConflict.ts';
import type { PlannedAnswer, PlannedSummary } from '../../cms/src/site/plannedChange.ts';
import type { RestoreAnswer, Version, VersionSummary } from '../../cms/src/site/version.ts';
import type { HolidaysAnswer } from '../../cms/src/today/holidayRoutes.ts';
import type { TodayAnswer } from '../../cms/src/today/todayRoutes.ts';
import type { PageAnswer, WaitingAnswer, WordsChangeAnswer } from '../../cms/src/words/wordsAnswers.ts';
import { cms } from './cms.ts';
import { createUploadForm, type FileInfo } from './pictures.ts';
import { accounts } from './seededCopy.ts';

/** An entry: its content type, and its document id, which a single type does not have. */
export interface Entry {
  type: string;
  documentId: string;
}

export type Values = Record<string, unknown>;

/** What an account may do: a role has a list of them. */
export interface Permission {
  action: string;
  subject: string | null;
  properties: { fields?: string[] };
  conditions: string[];
}

export interface Picture extends PictureFile {
  id: number;
  name: string;
  alternativeText: string | null;
  caption: string | null;
  hash: string;
  formats: Record<string, PictureFile>;
}

/** What a request that was rejected says: `409 Somebody has changed…`. */
export class RejectedError extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    /** The fields that are wrong, or what a form would have overwritten. */
    readonly details: {
      errors?: { path: (string | number)[]; message: string }[];
      /** What undoes the rest, which was not rejected. */
      undo?: MenuCommand | SiteCommand | null;
      /** The text of somebody else. */
      theirs?: string;
    } & Partial<Conflict> = {},
  ) {
    super(`${status} ${sentence}`);
  }
}

/** A file of the media library: a picture or one of its smaller versions. */
export interface PictureFile {
  url: string;
  width: number;
  height: number;
  mime: string;
  sizeInBytes: number;
}

const OWNER_ROLE = 2;

export const uidOf = (type: string) => `api::${type}.${type}`;
export const pathOf = ({ type, documentId }: Entry) => toContentManagerPath(uidOf(type), documentId);
const readToken = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('preview') ?? '';

/** A user of the admin: each method is what one press does. Only this file knows the requests. */
export class Owner {
  /** @param token of a session; by default that of the tests */
  constructor(
    readonly email: string = accounts.OWNER_EMAIL,
    private readonly token?: string,
  ) {}

  async send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await cms.request(method, path, body, this.email, this.token);
    const text = await response.text();
    if (response.ok) return JSON.parse(text || 'null');
    const isJson = response.headers.get('content-type')?.includes('json');
    const { error }: { error?: { message: string; details?: RejectedError['details'] } } = JSON.parse(
      isJson ? text : '{}',
    );
    throw new RejectedError(response.status, error?.message ?? text, error?.details);
  }

  private async sendForData<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    return (await this.send<{ data: Data }>(method, path, body)).data;
  }

  private command<Answer>(command: MenuCommand | SiteCommand | VersionCommand): Promise<Answer> {
    const { method, path, body } = toRequest(command);
    return this.send(method, path, method === 'DELETE' ? undefined : body);
  }

  // Forms

  async open(entry: Entry, status: 'draft' | 'published' = 'draft'): Promise<Values & { status: string }> {
    return this.sendForData('GET', `${pathOf(entry)}?status=${status}`);
  }

  /** @param opened what the form showed when it was opened, of which the CMS takes what others have changed since */
  async saveDraft(entry: Entry, values: Values, opened?: Values): Promise<void> {
    await this.send('PUT', pathOf(entry), opened ? { ...values, _openedContent: opened } : values);
  }

  async publish(entry: Entry, values: Values = {}, opened?: Values): Promise<void> {
    const body = opened ? { ...values, _openedContent: opened } : values;
    await this.send('POST', `${pathOf(entry)}/actions/publish`, body);
  }

  async unpublish(entry: Entry): Promise<void> {
    await this.send('POST', `${pathOf(entry)}/actions/unpublish`, {});
  }

  async discardDraft(entry: Entry): Promise<void> {
    await this.send('POST', `${pathOf(entry)}/actions/discard`, {});
  }

  async delete(entry: Entry): Promise<void> {
    await this.send('DELETE', pathOf(entry));
  }

  async copy({ type, documentId }: Entry, values: Values): Promise<Values> {
    const path = `/content-manager/collection-types/${uidOf(type)}/clone/${documentId}`;
    return this.sendForData('POST', path, values);
  }

  async create(type: string, values: Values, { publishes = true } = {}): Promise<Entry> {
    const path = `/content-manager/collection-types/${uidOf(type)}${publishes ? '/actions/publish' : ''}`;
    const { documentId } = await this.sendForData<{ documentId: string }>('POST', path, values);
    return { type, documentId };
  }

  /** Publishes, takes off or deletes several entries of a type at once, as the list view does. */
  async changeTogether(action: 'bulkPublish' | 'bulkUnpublish' | 'bulkDelete', entries: Entry[]) {
    const documentIds = entries.map(({ documentId }) => documentId);
    const uid = uidOf(entries[0]?.type ?? '');
    await this.send('POST', `/content-manager/collection-types/${uid}/actions/${action}`, { documentIds });
  }

  // Earlier versions

  listVersions({ type, documentId }: Entry): Promise<VersionSummary[]> {
    return this.send('GET', `/versions?${new URLSearchParams({ uid: uidOf(type), documentId })}`);
  }

  listMenuVersions(): Promise<VersionSummary[]> {
    return this.send('GET', '/versions/menu');
  }

  /** Opens the preview of the site with an earlier version, and returns its token. */
  async lookAtVersion(version: VersionSummary | undefined): Promise<string> {
    return readToken((await this.send<{ url: string }>('GET', `/versions/${version?.id}/look`)).url);
  }

  bringBack(version: VersionSummary | undefined): Promise<RestoreAnswer> {
    return this.command({ type: 'bringBack', version: version?.id ?? 0 });
  }

  readVersion(version: VersionSummary | undefined): Promise<Version> {
    return this.send('GET', `/versions/${version?.id}`);
  }

  /** Opens the preview of an entry's draft, and returns its token. */
  async openPreview({ type, documentId }: Entry, status: 'draft' | 'published' = 'draft'): Promise<string> {
    const path = `/content-manager/preview/url/${uidOf(type)}?documentId=${documentId}&status=${status}`;
    return readToken((await this.sendForData<{ url: string }>('GET', path)).url);
  }

  // Photographs

  async listPictures(): Promise<Picture[]> {
    const path = '/upload/files?pageSize=100&sort=id:ASC';
    return (await this.send<{ results: Picture[] }>('GET', path)).results;
  }

  /** @param path `/upload?id=…` replaces the file of another picture */
  async upload(fileInfo: FileInfo, file: Uint8Array, path = '/upload'): Promise<Picture> {
    const uploaded = await this.send<Picture | Picture[]>('POST', path, createUploadForm(fileInfo, file));
    const [picture] = [uploaded].flat();
    if (!picture) throw new Error('nothing was uploaded');
    return picture;
  }

  async describePicture(id: number, fileInfo: FileInfo): Promise<void> {
    await this.send('POST', `/upload?id=${id}`, createUploadForm(fileInfo));
  }

  readPicture(id: number): Promise<Picture> {
    return this.send('GET', `/upload/files/${id}`);
  }

  async createPictureFolder(name: string, parent: number | null = null): Promise<number> {
    return (await this.sendForData<{ id: number }>('POST', '/upload/folders', { name, parent })).id;
  }

  async deletePicture(id: number): Promise<void> {
    await this.send('DELETE', `/upload/files/${id}`);
  }

  async deletePictures(selected: { fileIds?: number[]; folderIds?: number[] }): Promise<void> {
    await this.send('POST', '/upload/actions/bulk-delete', selected);
  }

  // Accounts, roles and the audit log, which are for administrators

  async addRole(name: string, permissions: Permission[] = []): Promise<number> {
    const role = { name, description: '' };
    const { id } = await this.sendForData<{ id: number }>('POST', '/admin/roles', role);
    if (permissions.length) await this.send('PUT', `/admin/roles/${id}/permissions`, { permissions });
    return id;
  }

  // The menu

  readMenuCard(): Promise<MenuCard> {
    return this.send('GET', '/menu/card');
  }

  readMenu(): Promise<MenuAnswer> {
    return this.send('GET', '/menu');
  }

  /** The dishes or drinks of a list of the menu, in their order, with those that are off the site. */
  async listItems(list: MenuType): Promise<MenuItem[]> {
    const lists = (await this.readMenu()).sections.flatMap((section) => section.lists);
    return lists.find(({ type }) => type === list)?.items ?? [];
  }

  async findItem(list: MenuType, name: string): Promise<MenuItem> {
    const item = (await this.listItems(list)).find((candidate) => candidate.name === name);
    if (!item) throw new Error(`${list} has no “${name}”`);
    return item;
  }

  /** Puts a dish or drink on the menu, or takes it off: until `tomorrow`, a date or a time, if one is given. */
  switchItem(list: MenuType, id: string, shown: boolean, until?: string): Promise<MenuChangeAnswer> {
    return this.command({ type: 'show', list, id, shown, until });
  }

  /** Plans that a dish or drink on the menu leaves it at the closing of a date, or at a time; `null`: that it stays. */
  leaveMenu(list: MenuType, id: string, until: string | null): Promise<MenuChangeAnswer> {
    return this.command({ type: 'leave', list, id, until });
  }

  /**
   * Adds a dish or drink as a draft, by default at the end, and returns its id and what undoes it.
   * @param place the id that the screen has chosen, and that of the item before it
   */
  async addItem(
    list: MenuType,
    name: string,
    description = '',
    place: { id?: string; after?: string | null } = {},
  ): Promise<MenuChangeAnswer & { id: string }> {
    const text = { name, description };
    const answer = await this.command<MenuChangeAnswer>({
      type: 'add',
      list,
      id: createItemId(),
      text,
      ...place,
    });
    if (answer.undo?.type !== 'takeBack') throw new Error('nothing was added');
    return { ...answer, id: answer.undo.id };
  }

  /** @param seen the words that the screen showed; by default those of now */
  async changeText(list: MenuType, id: string, text: Partial<MenuItem>, seen?: Partial<MenuItem>) {
    const shown = seen ?? (await this.listItems(list)).find((candidate) => candidate.id === id);
    const { name = '', description = '' } = shown ?? {};
    return this.command<MenuChangeAnswer>({
      type: 'changeText',
      list,
      id,
      text: { name, description, ...text },
      seen: { name, description },
    });
  }

  /** @param seen what the screen showed; by default what is stated now */
  async state(list: DishType, id: string, statement: StoredStatement | null, seen?: StoredStatement | null) {
    const find = async () => (await this.listItems(list)).find((candidate) => candidate.id === id);
    const shown = seen === undefined ? ((await find())?.statement ?? null) : seen;
    return this.command<MenuChangeAnswer>({ type: 'state', list, id, statement, seen: shown });
  }

  /** @param seen the order that the screen showed; by default that of now */
  async move(list: MenuType, ids: string[], seen?: string[]): Promise<MenuChangeAnswer> {
    const shown = seen ?? (await this.listItems(list)).map(({ id }) => id);
    return this.command({ type: 'move', list, ids, seen: shown });
  }

  deleteItem(list: MenuType, id: string): Promise<MenuChangeAnswer> {
    return this.command({ type: 'delete', list, id });
  }

  publishMenu(requestId = createItemId()): Promise<MenuChangeAnswer> {
    return this.command({ type: 'publish', requestId });
  }

  /** @param commands the commands that undo a change, or the only one */
  async undo<Answer = MenuChangeAnswer>(
    commands: MenuCommand | SiteCommand | VersionCommand[] | VersionCommand | null,
  ): Promise<Answer> {
    const [first, ...others] = [commands ?? []].flat();
    if (!first) throw new Error('there is nothing to undo');
    const answer = await this.command<Answer>(first);
    for (const command of others) await this.command(command);
    return answer;
  }

  // The words of the pages

  readWaiting(): Promise<WaitingAnswer> {
    return this.send('GET', '/words');
  }

  openPage(path: string, { type, documentId }: Partial<Entry> = {}): Promise<PageAnswer> {
    const query = { path, ...(type && { type, id: String(documentId) }) };
    return this.send('GET', `/words/page?${new URLSearchParams(query)}`);
  }

  /** @param seen the words that the page showed; by default those of now */
  async changeWords({ type, documentId }: Entry, field: string, words: string, seen?: string) {
    const shown = seen ?? String((await this.open({ type, documentId }))[field] ?? '');
    return this.command<WordsChangeAnswer>({
      type: 'changeWords',
      list: type,
      id: documentId,
      field,
      words,
      seen: shown,
    });
  }

  publishSite(requestId = createItemId()): Promise<WordsChangeAnswer> {
    return this.command({ type: 'publishSite', requestId });
  }

  planSite(time: string, options: Partial<PlannedTime> = {}): Promise<WordsChangeAnswer> {
    return this.command({ type: 'scheduleSite', time, ...options });
  }

  // Planned changes; their times are 'YYYY-MM-DDTHH:MM' by the clock of the restaurant

  async listPlanned(entry?: Entry): Promise<PlannedSummary[]> {
    const query = entry
      ? `?${new URLSearchParams({ uid: uidOf(entry.type), documentId: entry.documentId })}`
      : '';
    return (await this.send<PlannedAnswer>('GET', `/schedule${query}`)).changes;
  }

  /** @param options `until` is when it ends, a date or a time */
  async plan(
    entry: Entry,
    time: string,
    options: { savedAt?: unknown; replaces?: number | undefined; until?: string } = {},
  ) {
    const savedAt = options.savedAt ?? (await this.open(entry)).updatedAt;
    const path = `/schedule/entries/${uidOf(entry.type)}/${entry.documentId}`;
    return this.send<PlannedAnswer>('POST', path, { ...options, time, savedAt });
  }

  async saveAndPlan(entry: Entry, values: Values, time: string, until?: string): Promise<PlannedAnswer> {
    await this.saveDraft(entry, values);
    return this.plan(entry, time, until === undefined ? {} : { until });
  }

  /** @param options a planned change that this one replaces, and the `readAt` of the menu that she saw */
  planMenu(time: string, options: Partial<PlannedTime> = {}): Promise<MenuChangeAnswer> {
    return this.command({ type: 'schedule', time, ...options });
  }

  movePlanned(id: number | undefined, time: string): Promise<PlannedAnswer> {
    return this.send('PUT', `/schedule/${id}`, { time });
  }

  /** Opens the preview of the site after a planned change, and returns its token. */
  async lookAtPlanned(id: number | undefined): Promise<string> {
    return readToken((await this.send<{ url: string }>('GET', `/schedule/${id}/look`)).url);
  }

  /** Makes a planned change now, when she is asked whether she still wants it. */
  makePlanned(id: number | undefined): Promise<PlannedAnswer> {
    return this.send('POST', `/schedule/${id}/make`);
  }

  /** Cancels a planned change, or forgets one that she has read. */
  cancelPlanned(id: number | undefined): Promise<PlannedAnswer> {
    return this.send('DELETE', `/schedule/${id}`);
  }

  // Accounts

  readProfile(): Promise<{ id: number; email: string; firstname: string }> {
    return this.sendForData('GET', '/admin/users/me');
  }

  async changeProfile(profile: Values): Promise<void> {
    await this.send('PUT', '/admin/users/me', profile);
  }

  listSessions(): Promise<{ id: string; current: boolean }[]> {
    return this.sendForData('GET', '/admin/users/me/sessions');
  }

  async signOut(session: { id: string } | 'others'): Promise<void> {
    const selected = session === 'others' ? '?keepCurrent=true' : `/${session.id}`;
    await this.send('DELETE', `/admin/users/me/sessions${selected}`);
  }

  /** Invites somebody, as an administrator may; returns the id of the account and the token of the invitation. */
  invite(email: string, role = OWNER_ROLE): Promise<{ id: number; registrationToken: string }> {
    return this.sendForData('POST', '/admin/users', { email, firstname: 'Guest', roles: [role] });
  }

  async addAccount(email: string, role = OWNER_ROLE): Promise<number> {
    const { id } = await this.invite(email, role);
    await this.changeAccount(id, { isActive: true, password: accounts.OWNER_PASSWORD });
    return id;
  }

  async changeAccount(id: number, values: Values): Promise<void> {
    await this.send('PUT', `/admin/users/${id}`, values);
  }

  addToken(type: 'read-only' | 'full-access'): Promise<{ id: number; accessKey: string }> {
    const token = { name: 'Program', description: '', type, lifespan: null };
    return this.sendForData('POST', '/admin/api-tokens', token);
  }

  /** @param before the page after the one whose answer has this number as `older` */
  readLog(before?: number): Promise<AuditLogAnswer> {
    return this.send('GET', `/audit-log${before === undefined ? '' : `?before=${before}`}`);
  }

  async deleteAccount(id: number): Promise<void> {
    await this.send('DELETE', `/admin/users/${id}`);
  }

  // Today

  readToday(): Promise<TodayAnswer> {
    return this.send('GET', '/today');
  }

  setHours(hours: { closed?: boolean; hours?: string; reason?: string; date: string }): Promise<TodayAnswer> {
    return this.send('PUT', '/today/hours', hours);
  }

  openAsUsual(date: string): Promise<TodayAnswer> {
    return this.send('DELETE', `/today/hours?date=${date}`);
  }

  askAboutHolidays(): Promise<HolidaysAnswer> {
    return this.send('GET', '/today/holidays');
  }

  /** @param answer as usual, or a special day */
  answerHoliday(
    date: string,
    answer: { usual: true } | { closed?: boolean; hours?: string; reason?: string },
    undo = false,
  ): Promise<HolidaysAnswer> {
    return this.send('PUT', `/today/holidays/${date}`, { ...answer, undo });
  }

  /** @param until and `from` are 'YYYY-MM-DDTHH:MM' by the clock of the restaurant */
  putNoticeUp(text: string, until: string, address = '', from = ''): Promise<TodayAnswer> {
    return this.send('PUT', '/today/notice', { text, from, until, address });
  }

  takeNoticeDown(): Promise<TodayAnswer> {
    return this.send('DELETE', '/today/notice');
  }
}

/** Signs in anew, as on another device: its session can be ended without that of the other tests. */
export async function signInAgain(email: string, password = accounts.OWNER_PASSWORD) {
  const response = await cms.request('POST', '/admin/login', { email, password });
  const { data }: { data?: { token: string } } = await response.json();
  if (!data) throw new RejectedError(response.status, `${email} can't sign in`);
  const [cookie = ''] = response.headers
    .getSetCookie()
    .filter((line) => line.startsWith('strapi_admin_refresh='));
  const renew = async (): Promise<Owner> => {
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const renewed = await fetch(`${cms.url}/admin/access-token`, { method: 'POST', headers });
    const answer: { data: { token: string } } = await renewed.json();
    return new Owner(email, answer.data.token);
  };
  return { account: new Owner(email, data.token), renew };
}

export const owner = new Owner();
export const administrator = new Owner(accounts.ADMIN_EMAIL);

export async function createAccount(name: string, permissions: Permission[]): Promise<Owner> {
  const email = `${name.toLowerCase()}@test.example`;
  await administrator.addAccount(email, await administrator.addRole(name, permissions));
  return new Owner(email);
}
