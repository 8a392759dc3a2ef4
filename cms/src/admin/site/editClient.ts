import { MutationObserver, type QueryClient } from 'react-query';

/** The pauses before a command without an answer is sent again. */
const PAUSES_MS = [0, 2_000, 5_000, 10_000, 20_000];
const RETRIED = 'There is no connection right now. It is tried again.';
export const LOST =
  'There is no connection. What you typed stays here; when it is back, look at the rest and repeat what is missing.';
const NOT_PUBLISHED = 'Nothing was published, because something above could not be saved.';

/** Why something could not be saved: there was no answer, somebody else has changed or deleted the same, or the server rejects it. */
export interface EditProblem<Command = unknown> {
  kind: 'lost' | 'conflict' | 'gone' | 'rejected';
  message: string;
  /** The text of somebody else. */
  theirs?: string | undefined;
  /** The command that undoes what was done nevertheless. */
  undo?: Command | null | undefined;
}

/** A change, in the terms of a screen. */
export interface Edit<Content, Command> {
  /** Returns what the screen shows until the server has answered; without it, the change does not show before. */
  apply?: (content: Content) => Content;
  /** Returns what is sent, from what the server has then; `undefined` when it is as wished already. */
  toCommand: (content: Content) => Command | undefined;
  /** Tells the owner what has happened, from what the server has after it. */
  describe: (content: Content) => string;
  /** Asks the owner in a conflict, and returns what is sent then, from what the server has; `undefined` when she has not chosen. */
  resolve?: (problem: EditProblem<Command>, content: Content) => Promise<Command | undefined>;
  /** Whether it is not sent when an edit before it has failed: it would publish something else than the owner sees. */
  publishes?: boolean;
}

/** What a screen has besides what the server has answered with. */
export interface EditState<Content, Command> {
  /** The edits that wait; the first one is being sent. */
  queue: Edit<Content, Command>[];
  /** What can be undone, the latest last. */
  undoStack: { sentence: string; command: Command }[];
  /** What has happened last. */
  notice: string;
  /** Why the last edit failed. */
  problem: string;
}

export const NO_EDITS = { queue: [], undoStack: [], notice: '', problem: '' };

/** The content after a command, by the key that React Query has for it, and what undoes the command. */
type Answer<Key extends string, Content, Command> = Record<Key, Content> & { undo: Command | null };

/** The connection to the server. */
export interface EditConnection<Key extends string, Content, Command> {
  send(command: Command): Promise<Answer<Key, Content, Command>>;
  /** Returns why a request failed; `undefined` when there was no answer. */
  explain(error: unknown): EditProblem<Command> | undefined;
}

/** Sends what the owner does on a screen, one edit after the other, and remembers how it is undone. */
export class EditClient<
  Key extends string,
  Content,
  Command,
  State extends EditState<Content, Command> = EditState<Content, Command>,
> {
  /** Resolves when no edit waits any more. */
  protected last: Promise<unknown> = Promise.resolve();
  private failureCount = 0;
  private readonly listeners = new Set<() => void>();
  private readonly sending: MutationObserver<Answer<Key, Content, Command>, unknown, Command>;

  constructor(
    private readonly queries: QueryClient,
    private readonly connection: EditConnection<Key, Content, Command>,
    private readonly key: Key,
    protected state: State,
  ) {
    this.sending = new MutationObserver(queries, {
      mutationFn: connection.send,
      // The same command: it has what the owner saw, so that nothing is done twice.
      retry: (count, error) => !connection.explain(error) && count < PAUSES_MS.length,
      retryDelay: (count) => PAUSES_MS[count] ?? 0,
    });
    this.sending.subscribe(({ isLoading, failureCount }) => {
      if (isLoading && failureCount > 1) this.set({ problem: RETRIED, notice: '' });
    });
  }

  readonly getState = (): State => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Sends an edit after those before it.
   * @param showsProblem whether the bar at the bottom tells why it failed, once it has
   * @returns why it failed; `undefined` when all is as wished
   */
  send(edit: Edit<Content, Command>, showsProblem = () => true): Promise<EditProblem<Command> | undefined> {
    const { failureCount } = this;
    this.set({ queue: [...this.state.queue, edit] });
    const sent = this.last.then(async () => {
      const canSend = !edit.publishes || (this.failureCount === failureCount && !this.hasProblem());
      const problem = canSend
        ? await this.sendNow(edit)
        : ({ kind: 'rejected', message: NOT_PUBLISHED } as const);
      if (problem) {
        this.failureCount += 1;
        if (showsProblem() || problem.kind === 'lost') this.set({ problem: problem.message, notice: '' });
        // The screen shows what the server has.
        void this.queries.invalidateQueries(this.key);
      }
      this.set({ queue: this.state.queue.filter((other) => other !== edit) });
      return problem;
    });
    this.last = sent;
    return sent;
  }

  /** Returns what the server has answered with last. */
  readonly getContent = (): Content | undefined => this.queries.getQueryData<Content>(this.key);

  readonly undo = (): void => {
    void this.send(this.undoing);
  };

  private readonly undoing: Edit<Content, Command> = {
    toCommand: () => this.state.undoStack.at(-1)?.command,
    describe: () => {
      const previous = this.state.undoStack.at(-1);
      return previous ? `Undone. Before that: ${previous.sentence}` : 'Undone.';
    },
  };

  /** Whether something is not saved, so that nothing may be published. */
  protected hasProblem(): boolean {
    return false;
  }

  private async sendNow(edit: Edit<Content, Command>): Promise<EditProblem<Command> | undefined> {
    const { queries, connection, key } = this;
    const content = this.getContent();
    if (!content) return { kind: 'lost', message: LOST };
    const command = edit.toCommand(content);
    if (!command) return undefined;
    const isUndo = edit === this.undoing;
    const { undoStack } = this.state;
    const popped = isUndo ? undoStack.slice(0, -1) : undoStack;
    try {
      const answer = await this.sendResolved(edit, command);
      // What was requested before has not this change.
      await queries.cancelQueries(key);
      queries.setQueryData(key, answer[key]);
      // Other parts of the screen may show what it has changed.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== key });
      this.set({ undoStack: popped, problem: '' });
      const sentence = edit.describe(answer[key]);
      const undo = !isUndo && answer.undo ? [{ sentence, command: answer.undo }] : [];
      // What goes out later is not undone without looking: undoing an addition would delete a dish of the plan.
      const kept = edit.publishes && !answer.undo ? [] : popped;
      this.set({ undoStack: [...kept, ...undo], notice: sentence });
      return undefined;
    } catch (error) {
      const problem = connection.explain(error) ?? { kind: 'lost', message: LOST };
      const undo = problem.undo ? [{ sentence: problem.message, command: problem.undo }] : [];
      // What can't be undone any more does not stand in the way of what was done before it.
      if (problem.kind !== 'lost') this.set({ undoStack: [...popped, ...undo] });
      return problem;
    }
  }

  /** Sends a command, and in a conflict another one that the owner has chosen. */
  private async sendResolved(
    edit: Edit<Content, Command>,
    command: Command,
  ): Promise<Answer<Key, Content, Command>> {
    const { queries, connection, key } = this;
    try {
      return await this.sending.mutate(command);
    } catch (error) {
      const problem = connection.explain(error);
      if (problem?.kind !== 'conflict' || !edit.resolve) throw error;
      await queries.refetchQueries(key);
      const content = this.getContent();
      const resolved = content && (await edit.resolve(problem, content));
      if (!resolved) throw error;
      return this.sendResolved(edit, resolved);
    }
  }

  private set(changes: Partial<EditState<Content, Command>>): void {
    this.replaceState({ ...this.state, ...changes });
  }

  protected replaceState(state: State): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
