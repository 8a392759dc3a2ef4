import { createContext, useContext } from 'react';
import type { MenuClient } from './menuClient';

/** The item that is open, and what of it: its words, or also the answers about its allergens and diet. */
export interface OpenItem {
  id?: string | undefined;
  part?: 'words' | 'statement' | undefined;
}

/** What all parts of the menu's screen use. */
interface MenuScreenContext {
  client: MenuClient;
  open: (item: OpenItem) => void;
  /** Moves the focus to *Undo*. */
  focusUndo: () => void;
}

export const MenuContext = createContext<MenuScreenContext | undefined>(undefined);

/** @throws Error outside of the menu's screen */
export function useMenuContext(): MenuScreenContext {
  const context = useContext(MenuContext);
  if (!context) throw new Error('This is a part of the menu’s screen.');
  return context;
}
