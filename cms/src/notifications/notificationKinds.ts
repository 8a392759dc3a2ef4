import type { Core } from '@strapi/strapi';
import { ADMINISTRATOR_ROLE, OWNER_ROLE } from '../permissions/ownerPermissions';
import { describeDate, describeTime } from '../shared/hours/describeHours';
import { listPlanned } from '../site/listPlanned';
import type { PlannedSummary } from '../site/plannedChange';
import { findAccount } from '../strapi/permissions';
import { listUnanswered } from '../today/holidayQuestions';
import { describeFullDisk, describeOldBackups, describeOldOffsiteBackups } from '../warnings/listWarnings';

/** Something that an account should know. It contains no text of the site, which may not be published yet. */
export interface Finding {
  /** Equal as long as there is nothing new to say about it. */
  id: string;
  sentence: string;
}

/** An account of the admin, with its roles. */
export interface User {
  id: number;
  email: string;
  roles: { code: string }[];
}

/** A kind of mail. */
export interface NotificationKind {
  /** Completes “The mail about”. It is stored with what was mailed, so it must not change. */
  topic: string;
  /** The accounts with this role get the mail. */
  role: { code: string };
  subject: string;
  /** What to do, before the link. */
  advice: string;
  /** Where the link leads, below `/admin`. */
  path: string;
  find: (strapi: Core.Strapi, user: User) => Promise<Finding[]>;
}

/** An answer by then can still reach guests. */
const HOLIDAY_DAYS = 3;

const PLANNED: Record<PlannedSummary['scope'], string> = {
  entry: 'A change',
  menu: 'The menu',
  site: 'The words of the site',
  item: 'A dish or drink that comes back',
  end: 'The end of a change',
};

/** Finds the planned changes that were not made, or wait for the answer of an account; those that the first screen shows to it. */
async function findPlannedProblems(strapi: Core.Strapi, user: User): Promise<Finding[]> {
  const { changes } = await listPlanned(strapi, await findAccount(strapi, user));
  return changes
    .filter(({ state, canChange }) => canChange && (state === 'failed' || state === 'asking'))
    .map(({ id, scope, state, localTime }) => {
      const [date = '', time = ''] = localTime.split('T');
      const what = `${PLANNED[scope]}, planned for ${describeDate(date, date)} at ${describeTime(time)}`;
      const problem =
        state === 'asking' ? 'was not done and waits for your answer' : 'was not done, or not all of it';
      return { id: `${id} ${state} ${localTime}`, sentence: `${what}: it ${problem}.` };
    });
}

/** Finds the holidays in the next days about which nobody has decided. */
const findUnansweredHolidays = async (strapi: Core.Strapi): Promise<Finding[]> =>
  (await listUnanswered(strapi, HOLIDAY_DAYS)).map(({ date, sentence }) => ({
    id: date,
    sentence: `${sentence}: guests read the usual hours.`,
  }));

/** Turns a warning of the first screen into a finding, which is a new one when its number has changed. */
const toFindings = (describe: () => Promise<string | undefined>) => async (): Promise<Finding[]> => {
  const sentence = await describe();
  return sentence === undefined ? [] : [{ id: sentence, sentence }];
};

const FOR_ADMINISTRATORS = {
  role: ADMINISTRATOR_ROLE,
  advice:
    'On the server, run “npm run doctor”, or with Docker “docker compose exec cms node src/doctor/command.js”: it tells what is wrong and what to do. The first screen of the admin shows the warning until it is solved:',
  path: '/',
};

const NOTIFICATION_KINDS: NotificationKind[] = [
  {
    topic: 'planned changes',
    role: OWNER_ROLE,
    subject: 'Something that you planned needs you',
    advice: 'Open the first screen of the admin, and look at “Please read this”:',
    path: '/',
    find: findPlannedProblems,
  },
  {
    topic: 'holidays',
    role: OWNER_ROLE,
    subject: 'Are you open on the holiday?',
    advice: 'Open the first screen of the admin, and choose “As usual”, “Closed” or “Other hours”:',
    path: '/',
    find: findUnansweredHolidays,
  },
  {
    ...FOR_ADMINISTRATORS,
    topic: 'backups',
    subject: 'The site has no new backups',
    find: toFindings(describeOldBackups),
  },
  {
    ...FOR_ADMINISTRATORS,
    topic: 'off-site backups',
    subject: 'The site has no new off-site backups',
    find: toFindings(describeOldOffsiteBackups),
  },
  {
    ...FOR_ADMINISTRATORS,
    topic: 'a full disk',
    subject: 'A disk of the site is almost full',
    find: toFindings(describeFullDisk),
  },
];

/** Lists the kinds of mails that an account gets, by its roles. */
export const listKinds = ({ roles }: Pick<User, 'roles'>): NotificationKind[] =>
  NOTIFICATION_KINDS.filter(({ role }) => roles.some(({ code }) => code === role.code));
