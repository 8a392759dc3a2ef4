import type { Core } from '@strapi/strapi';
import { sendMail } from '../access/sendMail';
import { readAdminUrl, readSmtpUrl } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { lockRows } from '../strapi/rows';
import { onListening } from '../strapi/server';
import { isMailable } from '../warnings/accountAddress';
import { type Finding, listKinds, type NotificationKind, type User } from './notificationKinds';

/** The first check waits so long, too: a start that follows a longer stop makes a backup first. */
const CHECK_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A finding that stays is mailed again seven days after its mail: this long after the wait of a day has ended. */
const MAX_TOLD_MS = 6 * DAY_MS;
/** The others are counted. */
const MAX_SENTENCES = 10;

/** What is stored about the mails of one kind to one account. */
interface Memory {
  /** Until then, in milliseconds since 1970, no other mail is sent. */
  notBefore: number;
  /** The ids of what was mailed. */
  told: string[];
}

const openStore = (strapi: Core.Strapi, key: string) =>
  strapi.store({ type: 'app', name: 'notifications', key });

/** Opens the stored value that is `true` when an account gets no mails. */
export const openSwitch = (strapi: Core.Strapi, { id }: { id: number }) => openStore(strapi, `off ${id}`);

function parseMemory(stored: unknown): Memory {
  if (!isRecord(stored) || typeof stored.notBefore !== 'number' || !Array.isArray(stored.told))
    return { notBefore: 0, told: [] };
  return { notBefore: stored.notBefore, told: stored.told.map(String) };
}

/** Decides whether there is something new to mail, and returns what is stored before it is sent. */
export function decideMail(stored: Memory, findings: Finding[]): { isDue: boolean; memory: Memory } {
  const { notBefore } = stored;
  const ahead = notBefore - Date.now();
  // What is over can happen again.
  const told = stored.told.filter((id) => findings.some((finding) => finding.id === id));
  const isForgotten = Math.abs(ahead) > MAX_TOLD_MS;
  const hasNews = findings.some(({ id }) => isForgotten || !told.includes(id));
  // A time that is further away was stored while the clock was ahead.
  const mustWait = ahead > 0 && ahead <= DAY_MS;
  const isDue = hasNews && !mustWait;
  return { isDue, memory: { notBefore: isDue ? Date.now() + DAY_MS : notBefore, told } };
}

const createText = ({ advice, path }: NotificationKind, findings: Finding[]): string => {
  const sentences = findings.slice(0, MAX_SENTENCES).map(({ sentence }) => sentence);
  const more = findings.length - sentences.length;
  return `${[...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n')}

${advice}
${readAdminUrl()}/admin${path}

You get such a mail at most once a day. To get none, clear the box at the end of the first screen of the admin.
`;
};

/**
 * Mails a user what is new. Before the mail, a wait of a day is stored, and after it what was mailed, or that the wait is only an hour. So
 * a process that ends in between sends the mail a day late and not twice; stored only after the mail, each restart could send it again.
 */
async function notify(strapi: Core.Strapi, kind: NotificationKind, user: User): Promise<void> {
  if ((await openSwitch(strapi, user).get()) === true) return;
  const findings = await kind.find(strapi, user);
  const store = openStore(strapi, `${kind.topic} ${user.id}`);
  const { isDue, memory } = await strapi.db.transaction(async () => {
    // So that two processes decide one after the other.
    await lockRows(strapi, 'admin::user', { id: user.id });
    const stored = parseMemory(await store.get());
    const decision = decideMail(stored, findings);
    if (decision.isDue || decision.memory.told.length < stored.told.length)
      await store.set({ value: decision.memory });
    return decision;
  });
  if (!isDue) return;
  const { topic, subject } = kind;
  const mail = { to: user.email, subject, text: createText(kind, findings) };
  const isSent = await sendMail(strapi, `about ${topic}`, () => mail);
  await store.set({
    value: isSent
      ? { ...memory, told: findings.map(({ id }) => id) }
      : { ...memory, notBefore: Date.now() + HOUR_MS },
  });
}

/** Mails each account what is new and concerns it. A failure is only logged: the next check tries again. */
export async function sendNotifications(strapi: Core.Strapi): Promise<void> {
  const explain = (error: unknown): void =>
    void strapi.log.error(`What to mail can't be checked: ${errorMessage(error)}`);
  const find = strapi.db.query('admin::user').findMany({ where: { isActive: true }, populate: ['roles'] });
  const users: User[] = (await find.catch(explain)) ?? [];
  for (const user of users.filter(({ email }) => isMailable(email)))
    for (const kind of listKinds(user)) await notify(strapi, kind, user).catch(explain);
}

/** Mails what owners and administrators should know, if there is an SMTP server. */
export function startNotifications(strapi: Core.Strapi): void {
  if (!readSmtpUrl()) return;
  // A check whose mail server hangs does not delay the next one, which sends nothing of the same.
  onListening(strapi, () => void setInterval(() => void sendNotifications(strapi), CHECK_MS).unref());
}
