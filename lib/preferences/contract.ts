/** What a person may choose for this browser, before signing in too. */
import { z } from 'zod/mini'
import { LOCALES } from '#lib/locales.ts'
import { DENSITIES, OPTIONAL_COLUMNS } from './table-view.ts'
import { THEMES } from './themes.ts'

/** Body of `PUT /api/preferences`: what is left out stays as it is. */
export const preferencesSchema = z.partial(
  z.strictObject({
    locale: z.enum(LOCALES),
    theme: z.enum(THEMES),
    /** Whether the note about practice mode has been read; it comes back when the browser has been closed. */
    practice_read: z.literal(true),
    /** The tour of practice mode has been left or declined: it does not come back by itself. */
    tour_left: z.literal(true),
    /** Whether keys of a single character do something where nobody types. */
    single_keys: z.enum(['on', 'off']),
    table_view: z.strictObject({
      density: z.enum(DENSITIES),
      hidden: z.array(z.enum(OPTIONAL_COLUMNS)).check(z.maxLength(OPTIONAL_COLUMNS.length)),
    }),
  }),
)

export type Preferences = z.infer<typeof preferencesSchema>
