import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PanelStore } from './state/panelStore';

const Store = createContext<PanelStore | undefined>(undefined);

export function useStore(): PanelStore {
  const store = useContext(Store);
  if (!store) throw new Error('A component is rendered without its store.');
  return store;
}

export const StoreProvider = Store.Provider;
