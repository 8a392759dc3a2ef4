import type { MenuAnswer, MenuChangeAnswer } from '../../menu/menu';
import { type MenuCommand, replaceItemId } from '../../shared/commands/commands';
import type { ItemText } from '../../shared/content/itemText';
import { createMenu, describeText, type Menu } from './menuContent';

/** The pauses before the menu is loaded again without a connection: the first time only the response may have been lost. */
const RETRY_MS = [0, 5_000, 10_000, 20_000, 40_000, 60_000];
const LOST =
  'There is no connection right now. When it is back, this screen shows again what the site shows.';
const RECONNECTED =
  'The connection was lost for a moment. This screen now shows what the site shows: repeat what is missing.';
const UNFINISHED = 'The last change on the menu may not have been saved. Look at the menu again.';
const NOT_PUBLISHED = 'Nothing was published, because something above could not be saved.';

/** A change that the owner makes on the screen. */
export interface Change {
  /** While a change waits, the next one with the same subject replaces it. */
  subject?: string;
  /** Whether the failure of an earlier change that still waits cancels this one. */
  isPublishing?: boolean;
  /** Whether the part of the screen that makes the change shows why it failed. */
  explainsFailure?: boolean;
  /** Shows the change before the server has answered. */
  apply(menu: Menu): Menu;
  /**
   * Returns the command; `undefined` if the menu is as wished already.
   * @throws MenuProblem if the change is no longer possible
   */
  request(menu: Menu): MenuCommand | undefined;
  /** Tells the owner what has happened, from the menu after the change. */
  describe(menu: Menu): string;
}

/** A sentence for the owner about a change that failed. */
export class MenuProblem extends Error {
  /**
   * @param kind `lost` when there was no answer, `conflict` when it does not fit to what somebody else has changed, `gone` when
   * there is nothing to change any more
   */
  constructor(
    message: string,
    readonly kind: 'rejected' | 'conflict' | 'lost' | 'gone' = 'rejected',
  ) {
    super(message);
  }
}

/** The connection to the server. */
export interface Connection {
  load(): Promise<MenuAnswer>;
  send(command: MenuCommand): Promise<MenuChangeAnswer>;
  /** Returns the problem that a rejection tells; `undefined` when there was no answer. */
  explain(error: unknown): MenuProblem | undefined;
}

/** What the screen shows. */
export interface MenuState {
  /** With the changes that are being sent. */
  menu?: Menu;
  /** Whether a change is being sent. */
  isBusy: boolean;
  isPublishing: boolean;
  /** What has happened last. */
  notice: string;
  /** Why the last change failed, or why there is no menu. */
  problem: string;
  canUndo: boolean;
  /** Whether something that was typed is not saved yet. */
  hasUnsaved: boolean;
}

interface WaitingChange {
  change: Change;
  resolve(problem?: MenuProblem): void;
}

/** Words that are not saved yet. They stay until they are saved, or until the owner gives them up. */
export interface Unsaved {
  /** Why the last attempt to save them failed. */
  failure(): MenuProblem | undefined;
  getWords(): ItemText;
  save(): void;
  discard(): void;
}

/**
 * The menu on the owner's screen. Changes show at once and are sent one after the other, each from the menu that the answer to
 * the previous one has brought. After a failure the menu is loaded again before anything else is sent, so the screen never
 * shows for long what the site doesn't.
 */
export class MenuStore {
  private readonly unsaved = new Set<Unsaved>();
  private server: Menu | undefined;
  private readonly queue: WaitingChange[] = [];
  /** The changes that can be undone, the latest last. */
  private readonly done: { sentence: string; undo: MenuCommand }[] = [];
  private idle: Promise<void> | undefined;
  private isStale = true;
  private isLost = false;
  /** How often the connection was lost since everything was saved. */
  private lossCount = 0;
  private isFinished = false;
  private changeCount = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private notice = '';
  private problem = '';
  private state: MenuState = {
    isBusy: false,
    isPublishing: false,
    notice: '',
    problem: '',
    canUndo: false,
    hasUnsaved: false,
  };
  private readonly listeners = new Set<() => void>();

  constructor(private readonly connection: Connection) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): MenuState => this.state;

  /** Whether leaving the page now could lose something. */
  get hasUnsaved(): boolean {
    return this.unsaved.size > 0 || this.queue.length > 0;
  }

  /** Whether leaving the screen would lose something, because saving it has failed. */
  get hasFailed(): boolean {
    return [...this.unsaved].some((words) => words.failure());
  }

  markUnsaved(words: Unsaved): void {
    if (this.unsaved.has(words)) return;
    this.unsaved.add(words);
    this.update();
  }

  markSaved(words: Unsaved): void {
    if (this.unsaved.delete(words)) this.update();
  }

  /** Returns the words that somebody has begun to type, also when their part of the screen was closed in the meantime. */
  findUnsaved<Kind extends Unsaved>(isWanted: (words: Unsaved) => words is Kind): Kind | undefined {
    return [...this.unsaved].find(isWanted);
  }

  /** Saves what is typed. */
  saveTyped(): void {
    for (const words of this.unsaved) words.save();
  }

  /** Gives up what could not be saved. */
  discardFailed(): void {
    for (const words of [...this.unsaved]) if (words.failure()) words.discard();
  }

  /** Loads the menu, unless the answers to changes are about to bring it. */
  readonly refresh = async (): Promise<void> => {
    if (this.queue.length > 0 || this.isFinished) return;
    const countBefore = this.changeCount;
    try {
      const answer = await this.connection.load();
      if (this.changeCount === countBefore) this.accept(answer);
    } catch (error) {
      if (this.changeCount === countBefore) this.reportFailure(this.explain(error));
    }
    this.update();
  };

  /** Makes a change; returns the problem when it failed, and the screen then shows again what the site shows. */
  change(change: Change): Promise<MenuProblem | undefined> {
    return new Promise((resolve) => {
      this.changeCount += 1;
      const last = this.queue.at(-1);
      const canReplace = change.subject !== undefined && last?.change.subject === change.subject;
      // The first one is being sent.
      if (canReplace && this.queue.length > 1) this.queue.pop()?.resolve();
      this.queue.push({ change, resolve });
      this.update();
      this.idle ??= this.sendAll();
    });
  }

  /** Publishes all drafts of the menu, after saving what is typed. */
  async publish(): Promise<MenuProblem | undefined> {
    const conflict = [...this.unsaved].find((words) => words.failure()?.kind === 'conflict');
    if (conflict) {
      const problem = new MenuProblem(
        `Nothing was published: choose “Keep mine” or “Take these” at “${conflict.getWords().name}” first.`,
      );
      this.reportFailure(problem);
      this.update();
      return problem;
    }
    this.saveTyped();
    return this.change({
      isPublishing: true,
      apply: (menu) => menu,
      request: () => ({ type: 'publish' }),
      describe: () => 'Published: the site shows everything in a moment.',
    });
  }

  /** Undoes the latest change that is not undone yet. */
  async undo(): Promise<MenuProblem | undefined> {
    let undone: (typeof this.done)[number] | undefined;
    const problem = await this.change({
      apply: (menu) => menu,
      request: () => {
        undone = this.done.pop();
        return undone?.undo;
      },
      describe: () => {
        const previous = this.done.at(-1);
        return previous ? `Undone. Before that: ${previous.sentence}` : 'Undone.';
      },
    });
    // It is not certain whether a lost request was carried out; undoing twice does no harm.
    if (undone && problem?.kind === 'lost') this.done.push(undone);
    this.update();
    return problem;
  }

  /**
   * Saves what is typed, and resolves when nothing waits any more. Nothing is loaded for the screen any more.
   * @returns a sentence about what could not be saved
   */
  async finish(): Promise<string | undefined> {
    this.problem = '';
    this.saveTyped();
    this.isFinished = true;
    clearTimeout(this.retryTimer);
    await this.idle;
    const lost = [...this.unsaved].map((words) => `“${describeText(words.getWords())}”`);
    if (lost.length > 0)
      return `This was typed on the menu and could not be saved: ${new Intl.ListFormat('en').format(lost)}.`;
    return this.problem === LOST ? UNFINISHED : this.problem || undefined;
  }

  private async sendAll(): Promise<void> {
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      try {
        await this.send(next.change);
        this.queue.shift();
        next.resolve();
      } catch (error) {
        this.queue.shift();
        this.fail(next, this.explain(error));
      }
      this.update();
    }
    this.idle = undefined;
    // Without a connection, the timer loads it.
    if (this.isStale && !this.isLost) await this.refresh();
  }

  private async send(change: Change): Promise<void> {
    if (this.isStale || !this.server) this.accept(await this.connection.load());
    if (!this.server) return;
    const expected = change.apply(this.server);
    // What is on the site now is not undone without looking: undoing an addition would delete a published dish.
    if (change.isPublishing) this.done.length = 0;
    const undoableBefore = this.done.length;
    const command = change.request(this.server);
    if (!command) return;
    const { menu, undo, replacedId } = await this.connection.send(command);
    this.lossCount = 0;
    this.server = createMenu(menu, expected);
    this.isStale = false;
    this.problem = '';
    this.notice = change.describe(expected);
    const isUndo = this.done.length < undoableBefore;
    if (replacedId) for (const entry of this.done) entry.undo = replaceItemId(entry.undo, replacedId);
    if (undo && !isUndo) this.done.push({ sentence: this.notice, undo });
  }

  private explain(error: unknown): MenuProblem {
    if (error instanceof MenuProblem) return error;
    return this.connection.explain(error) ?? new MenuProblem(LOST, 'lost');
  }

  private fail({ change, resolve }: WaitingChange, problem: MenuProblem): void {
    this.isStale = true;
    if (['lost', 'gone'].includes(problem.kind) || !change.explainsFailure) this.reportFailure(problem);
    resolve(problem);
    // Otherwise something else would be published than the owner sees.
    for (const waiting of this.queue.filter((candidate) => candidate.change.isPublishing)) {
      this.queue.splice(this.queue.indexOf(waiting), 1);
      const cancelled = new MenuProblem(
        problem.kind === 'gone' ? `${problem.message} Nothing was published.` : NOT_PUBLISHED,
      );
      if (problem.kind !== 'lost') this.reportFailure(cancelled);
      waiting.resolve(cancelled);
    }
  }

  private reportFailure(problem: MenuProblem): void {
    this.problem = problem.message;
    this.notice = '';
    this.isLost ||= problem.kind === 'lost';
    if (!this.isLost || this.isFinished || this.retryTimer !== undefined) return;
    const pause = RETRY_MS[Math.min(this.lossCount, RETRY_MS.length - 1)];
    this.lossCount += 1;
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      void this.refresh();
    }, pause);
  }

  /** Accepts the menu that was loaded, and after a lost connection saves what could not be saved. */
  private accept(answer: MenuAnswer): void {
    const isFirst = !this.server;
    this.server = createMenu(answer, this.server);
    this.isStale = false;
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    if (!this.isLost) return;
    this.isLost = false;
    this.problem = isFirst ? '' : RECONNECTED;
    const lost = [...this.unsaved].filter((words) => words.failure()?.kind === 'lost');
    if (lost.length === 0) this.lossCount = 0;
    for (const words of lost) words.save();
  }

  private update(): void {
    const menu = this.server && this.queue.reduce((latest, { change }) => change.apply(latest), this.server);
    this.state = {
      ...(menu && { menu }),
      isBusy: this.queue.length > 0,
      isPublishing: this.queue.some(({ change }) => change.isPublishing),
      notice: this.notice,
      problem: this.problem,
      canUndo: this.done.length > 0,
      hasUnsaved: this.unsaved.size > 0,
    };
    for (const listener of this.listeners) listener();
  }
}
