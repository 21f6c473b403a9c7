'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { SystemCombobox } from '#components/exports/system-combobox.tsx'
import { PageHeader } from '#components/page/page-header.tsx'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { useGoTo } from '#components/page/use-go-to.ts'
import { Alert } from '#components/ui/alert.tsx'
import { useBackCloses } from '#components/ui/browser/back-closes.ts'
import { findFocusTarget } from '#components/ui/browser/focus.ts'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { useLeaveQuestion } from '#components/ui/browser/use-leave-warning.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/field/checkbox.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { LeaveQuestion } from '#components/ui/popup/leave-question.tsx'
import { paths } from '#lib/address/paths.ts'
import { hasEntries } from '#lib/deliveries/destinations/settings.ts'
import { DestinationFields } from './destination-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { SecretFields } from './secret-fields.tsx'
import { TestDestination } from './test-destination.tsx'
import { type NewDeliveryOffer, useNewDelivery } from './use-new-delivery.ts'

/**
 * Form for an administrator: employees, receiving system, destination and schedule. The first run of a delivery is a
 * dry run.
 */
export function NewDeliveryForm({ projects, systems, kinds, folders, timeZone }: NewDeliveryOffer) {
  const t = useTranslations('deliveries')
  const goTo = useGoTo()
  const sentence = useErrorSentence()
  const hydrated = useHydrated()
  const form = useNewDelivery({ systems, kinds, folders })
  const { values, put, wrong } = form
  const [isLeaving, setLeaving] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const wouldLose = isTyped && !isLeaving
  const { ask, question } = useLeaveQuestion(wouldLose, () => setTyped(false))
  useBackCloses(wouldLose, () => ask(() => window.history.back()))
  const project = projects.find(({ id }) => String(id) === values.project)
  const name = values.name ?? (project ? `${t(`kinds.${values.kind}`)} · ${project.projektnummer}` : '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    const created = await form.send(name)
    // Also scrolls to the field: the form is longer than a screen.
    if (!created) return void findFocusTarget('form [aria-invalid="true"]')?.focus()
    setLeaving(true)
    goTo(paths.delivery(created.id), { saved: true })
  }

  const wrongText = (name: string) => (wrong.has(name) ? t('form.required') : undefined)
  return (
    <>
      <PageHeader
        title={t('form.title')}
        back={{ href: paths.deliveries(), label: t('back') }}
        facts={<span>{t('form.intro')}</span>}
      />
      <form
        noValidate
        method="post"
        onSubmit={event => void submit(event)}
        onChange={() => setTyped(true)}
        className="mt-5 grid max-w-3xl gap-4"
      >
        <Step title={t('form.what')}>
          <Field required label={t('form.project')} error={wrongText('project_id')}>
            {control => (
              <Select
                value={values.project}
                onChange={event => put({ project: event.target.value })}
                {...control}
              >
                <option value="">{t('form.chooseProject')}</option>
                {projects.map(({ id, name, projektnummer }) => (
                  <option key={id} value={id}>{`${name} (${projektnummer})`}</option>
                ))}
              </Select>
            )}
          </Field>
          <RadioCards
            legend={t('form.who')}
            cards={[
              { value: 'approved', label: t('form.everybody') },
              { value: 'filter', label: t('form.search') },
            ]}
            value={values.scope}
            onChange={scope => put({ scope })}
          />
          {values.scope === 'filter' && (
            <Field required label={t('form.search')} hint={t('form.searchHint')} error={wrongText('scope')}>
              {control => (
                <Input
                  value={values.search}
                  onChange={event => put({ search: event.target.value })}
                  {...control}
                />
              )}
            </Field>
          )}
          <Field label={t('form.system')} hint={t('form.systemHint')}>
            {control => (
              <SystemCombobox
                label={t('form.system')}
                systems={systems}
                value={values.target}
                onChange={id => put({ target: id, chosenTarget: id })}
                {...control}
              />
            )}
          </Field>
        </Step>
        <Step title={t('form.where')}>
          <RadioCards
            legend={t('form.kind')}
            cards={kinds.map(kind => ({
              value: kind,
              label: t(`kinds.${kind}`),
              hint: t(`kindHints.${kind}`),
            }))}
            value={values.kind}
            onChange={form.chooseKind}
          />
          <DestinationFields
            kind={values.kind}
            values={values.destination}
            onChange={destination => put({ destination })}
            wrong={wrong}
            folders={folders}
          />
          <SecretFields kind={values.kind} value={values.secrets} onChange={secrets => put({ secrets })} />
          {hasEntries(values.kind) && (
            <Checkbox
              label={t('form.putsBack')}
              hint={t('form.putsBackHint')}
              checked={values.puts_back}
              onChange={event => put({ puts_back: event.target.checked })}
            />
          )}
          {/* A result belongs to the destination that was tested. */}
          <TestDestination
            key={JSON.stringify([values.kind, values.destination, values.secrets])}
            input={form.toTest}
          />
        </Step>
        <Step title={t('form.when')}>
          <ScheduleFields
            value={values.schedule}
            onChange={schedule => put({ schedule })}
            timeZone={timeZone}
          />
          <Field
            required
            label={t('form.name')}
            hint={t('form.nameHint')}
            error={name === '' ? wrongText('name') : undefined}
          >
            {control => (
              <Input
                maxLength={80}
                value={name}
                onChange={event => put({ name: event.target.value })}
                {...control}
              />
            )}
          </Field>
        </Step>
        {form.error && (
          <Alert tone="danger" live>
            {sentence(form.error)}
          </Alert>
        )}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={!hydrated} busy={form.isPending || isLeaving}>
            {t('form.submit')}
          </Button>
        </div>
      </form>
      <LeaveQuestion {...question} />
    </>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel className="grid gap-4 px-5 py-4">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Panel>
  )
}
