'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl/react'
import type { FieldErrors } from '#lib/errors.ts'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { parseServiceReason } from './service-reasons.ts'

/** Formats a reason of the service in the user's language; an unknown one is shown in the service's own words. */
export function useServiceReason(): (field: string, reason: string) => string {
  const t = useTranslations('reasons')
  return useCallback(
    (field: string, reason: string) => {
      const known = parseServiceReason(reason, field)
      if (!known) return toVisible(reason)
      return known.key === 'tooLong' ? t('tooLong', { max: known.max }) : t(known.key)
    },
    [t],
  )
}

/**
 * Formats the service's errors for fields that are not visible in the form, so that none is lost. Known fields are
 * named before the reason.
 */
export function useOtherReasons(): (errors: FieldErrors | undefined, inSight: readonly string[]) => string[] {
  const columns = useTranslations('employees.columns')
  const toReason = useServiceReason()
  return (errors = {}, inSight) =>
    Object.entries(errors)
      .filter(([field]) => !inSight.includes(field))
      .flatMap(([name, reasons]) => {
        const field = CHANGEABLE_FIELDS.find(known => known === name)
        const said = reasons.map(reason => toReason(name, reason))
        return field ? said.map(reason => `${columns(field)}: ${reason}`) : said
      })
}
