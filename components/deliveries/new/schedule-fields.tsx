'use client'

import { useTranslations } from 'use-intl/react'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { SCHEDULE_KINDS, type Schedule, type ScheduleKind } from '#lib/deliveries/contract.ts'

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
/** A time outside of office hours, and of most backups. */
const NIGHT = '02:00'

type ScheduleFieldsProps = { value: Schedule; onChange: (schedule: Schedule) => void; timeZone: string }

/** Schedule of a delivery's automatic runs. */
export function ScheduleFields({ value, onChange, timeZone }: ScheduleFieldsProps) {
  const t = useTranslations('deliveries')
  const at = 'at' in value ? value.at : NIGHT
  const weekday = 'weekday' in value ? value.weekday : 1

  function choose(kind: ScheduleKind) {
    if (kind === 'daily') onChange({ kind, at })
    else if (kind === 'weekly') onChange({ kind, at, weekday })
    else onChange({ kind })
  }

  return (
    <div className="grid gap-3">
      <RadioCards
        legend={t('form.schedule')}
        cards={SCHEDULE_KINDS.map(kind => ({ value: kind, label: t(`form.schedules.${kind}`) }))}
        value={value.kind}
        onChange={choose}
      />
      {'at' in value && (
        <div className="grid gap-3 sm:grid-cols-2">
          {value.kind === 'weekly' && (
            <Field label={t('form.weekday')}>
              {control => (
                <Select
                  value={String(value.weekday)}
                  onChange={event => onChange({ ...value, weekday: Number(event.target.value) })}
                  {...control}
                >
                  {WEEKDAYS.map(day => (
                    <option key={day} value={day}>
                      {t(`weekdays.${day}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field required label={t('form.at')} hint={t('form.timeZone', { timeZone })}>
            {control => (
              <Input
                type="time"
                required
                value={value.at}
                onChange={event => onChange({ ...value, at: event.target.value })}
                {...control}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
