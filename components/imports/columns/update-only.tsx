'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { listMissingFields, type Mapping } from '#lib/imports/map/mapping.ts'

type UpdateOnlyProps = {
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/**
 * Offers to only change existing employees, if a list has employee numbers but not all fields of a new employee. With
 * all fields, rows of unknown employees would be created, so it is not offered.
 */
export function UpdateOnly({ mapping, onChange }: UpdateOnlyProps) {
  const t = useTranslations('imports.columns.updateOnly')
  const isOn = mapping.update_only === true
  const isComplete = listMissingFields({ ...mapping, update_only: false }).length === 0
  if (isComplete || (!isOn && mapping.columns.mitarbeiternummer === undefined)) return null
  return (
    <Alert
      action={
        <Button
          size="small"
          onClick={() => {
            const { update_only: _, ...others } = mapping
            onChange(isOn ? others : { ...others, update_only: true })
          }}
        >
          {t(isOn ? 'off' : 'on')}
        </Button>
      }
    >
      {t(isOn ? 'text' : 'offer')}
    </Alert>
  )
}
