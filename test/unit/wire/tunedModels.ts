import { grant } from '../../../src/emulator/access';
import { DEMO_USER } from '../../../src/emulator/caller';
import type { World } from '../../../src/emulator/world';

/** Permissions that the examples speak of, by the tuned model; a grantee for each. */
const shared: { readonly [model: string]: { readonly [id: string]: string } } = {
  'sentence-translator-u3b7m': {
    'cGVy+bQ==': 'leaving@example.com',
    'me-vtEhJ6wA_~': 'reading@example.com',
    '108643759204': 'writing@example.com',
  },
  'number-words-7': {
    everyone: 'leaving@example.com',
    'user:bob@example.com': 'bob@example.com',
    'user bob': 'writing@example.com',
  },
};

/** Puts the tuned models of the examples into a world, as if the demo user had made and shared them. */
export function addTunedModels(world: World): void {
  for (const [id, permissions] of Object.entries(shared)) {
    const name = `tunedModels/${id}`;
    const resource = { name, state: 'ACTIVE' };
    const hidden = { owner: DEMO_USER };
    world.state.insert('tunedModels', { name, parent: '', resource, hidden });
    grant(world, name, 'USER', 'OWNER', DEMO_USER);
    for (const [permission, emailAddress] of Object.entries(permissions)) {
      addPermission(world, name, `${name}/permissions/${permission}`, emailAddress);
    }
  }
}

// Under the id that the example has; a grant makes one of its own.
function addPermission(world: World, parent: string, name: string, emailAddress: string): void {
  const resource = { name, granteeType: 'USER', emailAddress, role: 'READER' };
  world.state.insert('permissions', { name, parent, resource, hidden: {} });
}
