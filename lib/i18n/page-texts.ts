import type { Messages } from 'use-intl'

/**
 * Which texts a browser gets with what. Those of the desk come once and stay while a person moves around; a page that is
 * seldom seen brings its own. What is in no list stays on the server: texts of files, mails and of the edge.
 * See docs/decisions/025-small-pages.md.
 */
export const PAGE_TEXTS = {
  everywhere: ['app', 'errors', 'preferences', 'ui'],
  desk: [
    'activity',
    'batches',
    'deliveryNews',
    'employees',
    'exports',
    'glossary',
    'help',
    'person',
    'projects',
    'reasons',
    'selection',
    'shell',
    'tour',
    'work',
  ],
  account: ['account', 'passwords', 'signIn'],
  connect: ['connect'],
  deliveries: ['deliveries'],
  imports: ['imports'],
  invitation: ['invitation', 'passwords', 'signIn'],
  accounts: ['accounts'],
  setup: ['setup', 'passwords', 'signIn'],
  signIn: ['signIn', 'passwords'],
} as const satisfies Record<string, readonly (keyof Messages)[]>

export type TextsOf = keyof typeof PAGE_TEXTS
