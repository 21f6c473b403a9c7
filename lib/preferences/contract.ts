/** Preferences of a browser, which work before signing in too. */
import { z } from 'zod/mini'
import { LOCALES } from '#lib/locales.ts'
import { DENSITIES, OPTIONAL_COLUMNS } from './table-view.ts'
import { THEMES } from './themes.ts'

/** Body of `PUT /api/preferences`: missing fields stay unchanged. */
export const preferencesSchema = z.partial(
  z.strictObject({
    locale: z.enum(LOCALES),
    theme: z.enum(THEMES),
    /** The note about practice mode was read; it comes back after the browser was closed. */
    practice_read: z.literal(true),
    /** The tour of practice mode was closed or declined: it does not come back by itself. */
    tour_left: z.literal(true),
    /** Whether single-character shortcuts work while no text field has the focus. */
    single_keys: z.enum(['on', 'off']),
    table_view: z.strictObject({
      density: z.enum(DENSITIES),
      hidden: z.array(z.enum(OPTIONAL_COLUMNS)).check(z.maxLength(OPTIONAL_COLUMNS.length)),
    }),
  }),
)

export type Preferences = z.infer<typeof preferencesSchema>
