import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PanelStore } from './state/panelStore';

const Store = createContext<PanelStore | undefined>(undefined);

/** The store of the conversation that a component shows. */
export function useStore(): PanelStore {
  const store = useContext(Store);
  if (!store) throw new Error('A component is drawn without its store.');
  return store;
}

/** Gives the components below it their store. */
export const StoreProvider = Store.Provider;
