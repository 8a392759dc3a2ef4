import type { MenuAnswer, MenuChangeAnswer } from '../../menu/menuAnswers';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import type { MenuProblem } from './menuProblem';
import { type MenuEvent, reduceMenu } from './menuReducer';
import { describeUnsaved, initialMenuState, type MenuRequest, type MenuState } from './menuState';

/** The connection to the server. */
export interface MenuConnection {
  load(): Promise<MenuAnswer>;
  send(command: MenuCommand): Promise<MenuChangeAnswer>;
  /** Returns the problem that a rejection of a request tells; `undefined` when there was no answer. */
  explain(error: unknown, request: MenuRequest): MenuProblem | undefined;
}

/** Holds the state of the menu's screen, and runs the request and the timer that it asks for. */
export class MenuClient {
  private state = initialMenuState;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly connection: MenuConnection) {}

  readonly getState = (): MenuState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly dispatch = (event: MenuEvent): void => {
    const { request: previousRequest, retry: previousRetry } = this.state;
    this.state = reduceMenu(this.state, event);
    const { request, retry } = this.state;
    if (retry !== previousRetry) {
      clearTimeout(this.timer);
      if (retry) this.timer = setTimeout(() => this.dispatch({ type: 'retryDue' }), retry.pauseMs);
    }
    if (request && request !== previousRequest) void this.run(request).then(this.dispatch);
    for (const listener of this.listeners) listener();
  };

  /**
   * Saves what is typed, and resolves when nothing waits any more. Nothing is loaded for the screen any more.
   * @returns a sentence about what could not be saved
   */
  async leave(): Promise<string | undefined> {
    this.dispatch({ type: 'screenLeft' });
    await this.settle();
    return describeUnsaved(this.state);
  }

  /**
   * Saves what is typed, and publishes the menu at a time.
   * @param options the id of a scheduled change that this one replaces, and the `readAt` of the menu that the owner saw when she decided
   * @returns a sentence about what could not be done
   */
  async schedule(
    time: string,
    options: { replaces?: number | undefined; seenAt: string | undefined },
  ): Promise<string | undefined> {
    this.dispatch({ type: 'scheduled', time, ...options });
    await this.settle();
    return this.state.problem || undefined;
  }

  /** Resolves when no edit waits any more. */
  private async settle(): Promise<void> {
    await new Promise<void>((resolve) => {
      const resolveWhenIdle = () => {
        if (this.state.queue.length > 0) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.subscribe(resolveWhenIdle);
      resolveWhenIdle();
    });
  }

  private async run(request: MenuRequest): Promise<MenuEvent> {
    const { connection } = this;
    try {
      if (request.type === 'load') return { type: 'loaded', request, answer: await connection.load() };
      return { type: 'answered', request, answer: await connection.send(request.command) };
    } catch (error) {
      return { type: 'failed', request, problem: connection.explain(error, request) };
    }
  }
}
