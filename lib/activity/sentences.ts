/**
 * Sentences for an entry of the log, on the page and in the CSV. Their subject is the actor, who is shown beside them.
 */
import type { ReactNode } from 'react'
import type { createTranslator, Messages } from 'use-intl/core'
import {
  type Activity,
  type ActivityChange,
  type ActivityDetails,
  DESK,
  OPERATOR,
} from '#lib/contracts/activity.ts'
import { toSizeText } from '#lib/portrait-api/size-text.ts'

export type ActivityTranslator = ReturnType<typeof createTranslator<Messages, 'activity'>>

/** Maximum names of created people in a sentence; the others are counted. */
const NAMES_MAX = 5

export type SentenceOptions = {
  namesMax?: number
  /** Returns the name of a receiving system, or its id when the name is unknown. */
  targetName?: ((id: string) => string) | undefined
}

type Who = (name: ReactNode) => ReactNode

/** Returns one sentence, or one for each changed field. */
export function toSentences(t: ActivityTranslator, entry: Activity, options?: SentenceOptions): string[] {
  // use-intl returns a string when all parts are strings.
  return toShownSentences(t, entry, name => name, options).map(String)
}

/** Returns the sentences for a page, where the name of the person may be an element instead of text. */
export function toShownSentences(
  t: ActivityTranslator,
  { action, details, bulk }: Activity,
  who: Who,
  { namesMax = NAMES_MAX, targetName = id => id }: SentenceOptions = {},
): ReactNode[] {
  if (bulk && details.bulk) return [t(`sentences.bulk.${details.bulk.kind}`, { count: bulk.people })]
  const { account, changes, count, delivered, delivery, format, people = [], method, role, scope } = details
  const imported = details.imported ?? { created: 0, updated: 0, refused: 0 }
  const person = toName(t, details.person)
  const form = {
    ...toForm(t, details),
    target: details.target === undefined ? 'none' : targetName(details.target),
    whose: details.person ? 'one' : 'many',
    person,
    who,
    account: account?.email ?? 'none',
  }
  switch (action) {
    case 'employee_changed':
      if (!changes?.length) return [t.rich('sentences.employee_unchanged', { person, who })]
      // For a forgotten person, only the changed fields are known, not the values.
      if (details.person?.name === '')
        return changes.map(({ field }) => t('sentences.change_forgotten', { field: t(`fields.${field}`) }))
      return changes.map(change => toChange(t, change, person, who))
    case 'account_changed': {
      const whom = account?.email ?? ''
      if (!changes?.length) return [t('sentences.account_changed', { account: whom })]
      return changes.map(change => toChange(t, change, whom, who))
    }
    case 'employees_created': {
      const names = people.slice(0, namesMax).map(created => toName(t, created))
      const more = people.length - names.length
      return [
        t.rich('sentences.employees_created', { count: people.length, names: names.join(', '), more, who }),
      ]
    }
    case 'export_started':
      return [
        typeof count === 'number'
          ? t.rich('sentences.export_started', { count, ...form })
          : t.rich('sentences.export_started_all', form),
      ]
    case 'export_ended': {
      const { as = 'ready', photos = 0, of = null } = details.ended ?? {}
      const known = of === null ? 'export_ended_unknown' : 'export_ended'
      return [t.rich(`sentences.${known}`, { ...form, as, photos, of: of ?? 0 })]
    }
    case 'delivery_changed': {
      const [name, what] = [delivery?.name ?? '', details.altered?.map(one => t(`altered.${one}`)) ?? []]
      return what.length > 0
        ? [t('sentences.delivery_altered', { delivery: name, what: what.join(', ') })]
        : [t('sentences.delivery_changed', { delivery: name })]
    }
    default:
      return [
        t.rich(`sentences.${action}`, {
          ...form,
          count: count ?? 0,
          format: format?.toUpperCase() ?? '',
          ...imported,
          delivery: delivery?.name ?? '',
          photos: details.photos ?? 'other',
          ...(delivered ?? { as: 'done', added: 0, changed: 0, removed: 0, failed: 0 }),
          role: role ?? 'other',
          method: method ?? 'other',
          scope: scope ?? 'other',
        }),
      ]
  }
}

/**
 * Names an actor without an account: a command on the server, the desk itself, an unknown sign-in attempt, or the
 * schedule of a delivery. Returns null for accounts.
 */
export function toNobody(
  t: ActivityTranslator,
  { action, actor }: Pick<Activity, 'action' | 'actor'>,
): string | null {
  if (actor.email === OPERATOR) return t('operator')
  if (actor.id === DESK.id) return t('desk')
  if (actor.email !== '') return null
  return action.startsWith('delivery_') ? t('schedule') : t('nobody')
}

/**
 * Returns the only person that an entry names: the changed one, or the one that was created alone. A forgotten person
 * has no name.
 */
export function findPerson({ person, people = [] }: ActivityDetails): ActivityDetails['person'] {
  return person ?? (people.length === 1 ? people[0] : undefined)
}

/** Returns the person's name at that time, with the number if there was one. */
export function toName(t: ActivityTranslator, person: ActivityDetails['person']): string {
  if (!person?.name) return t('somebody')
  const { name, mitarbeiternummer: number } = person
  return number === null ? name : t('person', { name, number })
}

function toChange(
  t: ActivityTranslator,
  { field, old, new: now }: ActivityChange,
  whom: string,
  who: Who,
): ReactNode {
  const value = (text: string | null) => toValue(t, field, text)
  return t.rich('sentences.change', {
    field: t(`fields.${field}`),
    whom,
    who,
    old: value(old),
    new: value(now),
  })
}

/** Translates values that the service and the desk store as codes: languages, roles and states. */
function toValue(t: ActivityTranslator, field: ActivityChange['field'], value: string | null): string {
  if (field === 'locale') return value === 'de' || value === 'en' ? t(`values.${value}`) : t('values.default')
  if (value === null || value === '') return t('values.none')
  const coded = field === 'role' || field === 'status'
  return coded && isWord(value) ? t(`values.${value}`) : value
}

const WORDS = ['admin', 'editor', 'viewer', 'active', 'disabled', 'invited'] as const

function isWord(value: string): value is (typeof WORDS)[number] {
  return WORDS.some(word => word === value)
}

/**
 * Describes what left the desk: the service's own photos, or files that the desk made of them for the receiving system.
 */
function toForm(t: ActivityTranslator, { variant = 'standard', size, files = [] }: ActivityDetails) {
  if (files.length === 0) return { variant: t(`variants.${variant}`), size: toSize(t, size) }
  const made = new Set(files.map(file => t('file', file)))
  return { variant: t(`rendered.${variant}`), size: [...made].join(', ') }
}

/** Formats a size with its name and pixels, or with its index if only that is known. A dimension of 0 was free. */
function toSize(t: ActivityTranslator, size: ActivityDetails['size']): string {
  const index = typeof size === 'object' ? size?.index : size
  if (typeof size !== 'object' || !size?.label)
    return t('size', { index: index === undefined ? -1 : index + 1 })
  return t('namedSize', toSizeText(size))
}
