'use client'

import { useTranslations } from 'use-intl/react'
import type { DeskError } from '#lib/errors.ts'
import { useOtherReasons } from '#lib/i18n/use-service-reason.ts'
import { EMAIL_MAX, MITARBEITERNUMMER_MAX, NAME_MAX } from '#lib/portrait-api/terms.ts'
import { toVisible } from '#lib/text/invisible.ts'
import type { EditableField } from './employee-values.ts'

/** Maximum number of characters that the service accepts for each field. */
export const FIELD_MAX = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  email: EMAIL_MAX,
  mitarbeiternummer: MITARBEITERNUMMER_MAX,
  locale: 2,
} as const satisfies Record<EditableField, number>

/**
 * Returns the part of an error that the fields on the screen (`shown`) cannot show: the service's other reasons,
 * quoted, or else the desk's own sentence. `person` names an employee who is still shown; if the service returns not
 * found, that employee was deleted meanwhile.
 */
export function useRefusalSentence(): (
  error: DeskError,
  shown: readonly string[],
  person?: string,
) => string {
  const t = useTranslations('reasons')
  const say = useTranslations('errors')
  const toOtherReasons = useOtherReasons()
  return ({ code, values, sentence, errors }, shown, person) => {
    if (code === 'not_found' && person !== undefined) return t('gone', { person })
    const own = say(code, values)
    const others = toOtherReasons(errors, shown).join(' ')
    if (sentence === undefined) return others || own
    const words = t('said', { words: others || toVisible(sentence) })
    return code === 'invalid' ? words : `${own} ${words}`
  }
}
