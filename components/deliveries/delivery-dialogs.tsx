'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { startFresh } from '#components/page/start-fresh.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/field/checkbox.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { FormDialog, type FormWindow } from '#components/ui/popup/form-dialog.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import type { Delivery } from '#lib/deliveries/contract.ts'
import { ACCESS_FIELDS, hasEntries } from '#lib/deliveries/destinations/settings.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import { DestinationFields, type DestinationValues, type WrongFields } from './new/destination-fields.tsx'
import { ScheduleFields } from './new/schedule-fields.tsx'
import { SecretFields } from './new/secret-fields.tsx'
import { deliveryKey, useChangeDelivery } from './use-delivery.ts'

type DialogProps = { delivery: Delivery; open: boolean; onClose: () => void }

/** Ends a delivery, and asks what to do with photos at the destination, if there are any. */
export function EndDialog({ delivery, open, onClose }: DialogProps) {
  const t = useTranslations('deliveries.finishDialog')
  const ui = useTranslations('ui')
  const sentence = useErrorSentence()
  const { end, isPending, error, reset } = useChangeDelivery(delivery)
  const close = () => startFresh({ isPending, reset }, onClose)
  const finish = (photos: 'take_away' | 'leave') => void end(photos).then(onClose, () => {})
  const isEmpty = delivery.places.there === 0
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('title', { name: delivery.name })}
      description={t(isEmpty ? 'textEmpty' : 'text')}
    >
      <div className="grid gap-4 px-5 pt-1 pb-5">
        {error && (
          <Alert tone="danger" live>
            {sentence(error)}
          </Alert>
        )}
        {!isEmpty && <p className="text-muted text-sm">{t('leaveHint')}</p>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{ui('cancel')}</Button>
          <Button busy={isPending} onClick={() => finish('leave')}>
            {t(isEmpty ? 'end' : 'leave')}
          </Button>
          {!isEmpty && (
            <Button variant="destroy" busy={isPending} onClick={() => finish('take_away')}>
              {t('take_away')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Confirms at once that all photos were removed by hand, such as a whole folder. */
export function RemovedByHandDialog({ delivery: { id, places }, open, onClose }: DialogProps) {
  const t = useTranslations('deliveries.record')
  const ui = useTranslations('ui')
  const sentence = useErrorSentence()
  const queries = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => deskCommand(paths.api.deliveryPlaces(id), { method: 'DELETE' }),
    onSuccess: () => {
      toast({ title: t('doneAllToast'), tone: 'positive' })
      onClose()
      void queries.invalidateQueries({ queryKey: deliveryKey(id) })
    },
  })
  const close = () => startFresh({ isPending, reset }, onClose)
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('doneAllTitle')}
      description={t('doneAllText', { count: places.by_hand })}
    >
      <div className="grid gap-4 px-5 pt-1 pb-5">
        {error && (
          <Alert tone="danger" live>
            {sentence(error)}
          </Alert>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{ui('cancel')}</Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            {t('doneAll')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/**
 * Changes the name, the schedule, the review rule and the credentials. Another destination needs another delivery.
 */
export function ChangeDialog({ delivery, timeZone, open, onClose }: DialogProps & { timeZone: string }) {
  const t = useTranslations('deliveries.form')
  return (
    <FormDialog open={open} onClose={onClose} title={t('changeTitle')}>
      {window => <ChangeForm delivery={delivery} timeZone={timeZone} window={window} />}
    </FormDialog>
  )
}

const NOTHING: WrongFields = new Map()

function toValues({ destination }: Delivery): DestinationValues {
  return Object.fromEntries(Object.entries(destination ?? {}).map(([name, value]) => [name, String(value)]))
}

type ChangeFormProps = Pick<DialogProps, 'delivery'> & { timeZone: string; window: FormWindow }

function ChangeForm({ delivery, timeZone, window }: ChangeFormProps) {
  const t = useTranslations('deliveries.form')
  const ui = useTranslations('ui')
  const sentence = useErrorSentence()
  const { change, isPending, error } = useChangeDelivery(delivery)
  const [name, setName] = useState(delivery.name)
  const [schedule, setSchedule] = useState(delivery.schedule)
  const [percent, setPercent] = useState(String(delivery.removals_percent))
  const [putsBack, setPutsBack] = useState(delivery.puts_back)
  const [destination, setDestination] = useState(() => toValues(delivery))
  const [secrets, setSecrets] = useState({})

  async function save(event: FormEvent) {
    event.preventDefault()
    const before = toValues(delivery)
    const access = ACCESS_FIELDS.flatMap(name => {
      const value = destination[name]
      return value === undefined || value === before[name] ? [] : [[name, value]]
    })
    const filled = Object.entries(secrets).filter(([, value]) => value !== '')
    const changes = {
      name,
      schedule,
      removals_percent: Number(percent),
      puts_back: putsBack,
      ...(access.length > 0 && { access: Object.fromEntries(access) }),
      ...(filled.length > 0 && { secrets: Object.fromEntries(filled) }),
    }
    try {
      await window.send(() => change(changes))
      toast({ title: t('saved'), tone: 'positive' })
      window.close()
    } catch (thrown) {
      if (window.isThere()) return
      toast({ title: t('notSaved', { name }), text: sentence(thrown), tone: 'danger', urgent: true })
    }
  }

  return (
    <form
      method="post"
      onSubmit={event => void save(event)}
      onChange={() => window.onTyped(true)}
      className="grid gap-5 px-5 pt-1 pb-5"
    >
      {error && (
        <Alert tone="danger" live>
          {sentence(error)}
        </Alert>
      )}
      <Field
        required
        label={t('name')}
        hint={t('nameHint')}
        error={error && toDeskError(error).errors?.name ? t('required') : undefined}
      >
        {control => (
          <Input
            required
            maxLength={80}
            value={name}
            onChange={event => setName(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <p className="text-muted text-sm">{t('staysAsItIs')}</p>
      <ScheduleFields value={schedule} onChange={setSchedule} timeZone={timeZone} />
      <Field required label={t('percent')} hint={t('percentHint')}>
        {control => (
          <Input
            required
            type="number"
            min={0}
            max={100}
            value={percent}
            onChange={event => setPercent(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <DestinationFields
        isChange
        kind={delivery.kind}
        values={destination}
        onChange={setDestination}
        wrong={NOTHING}
        folders={[]}
      />
      {hasEntries(delivery.kind) && (
        <Checkbox
          label={t('putsBack')}
          hint={t('putsBackHint')}
          checked={putsBack}
          onChange={event => setPutsBack(event.target.checked)}
        />
      )}
      <SecretFields kind={delivery.kind} value={secrets} onChange={setSecrets} hint={t('unchangedSecret')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={window.close}>{ui('cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
