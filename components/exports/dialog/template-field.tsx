'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import {
  findTemplateFault,
  PLACEHOLDERS,
  type Placeholder,
  type TemplateFault,
} from '#lib/exports/naming/template.ts'
import type { ExportFormState } from './use-export-form.ts'

const TEMPLATE_MAX = 200

/** A custom name made of words and placeholders. Mistakes are explained at once and marked in the template. */
export function TemplateField({ state: { form, values } }: { state: ExportFormState }) {
  const t = useTranslations('exports.dialog.naming')
  const placeholdersId = useId()
  const { template } = values.naming
  const fault = findTemplateFault(template)
  const field = form.register('naming.template')

  function insert(placeholder: Placeholder) {
    const input = document.querySelector<HTMLInputElement>('[name="naming.template"]')
    const [from, to] = [input?.selectionStart ?? template.length, input?.selectionEnd ?? template.length]
    const next = `${template.slice(0, from)}{${placeholder}}${template.slice(to)}`
    form.setValue('naming.template', next.slice(0, TEMPLATE_MAX), { shouldValidate: true })
    form.setFocus('naming.template')
  }

  return (
    <div className="grid gap-2">
      <Field
        label={t('template')}
        error={fault ? t(`faults.${fault.code}`, { text: fault.text, at: fault.position + 1 }) : undefined}
      >
        {control => (
          <Input
            {...control}
            {...field}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            maxLength={TEMPLATE_MAX}
            className="h-9 px-3 font-mono"
          />
        )}
      </Field>
      {fault && <TemplateFaultMark template={template} fault={fault} />}
      <p id={placeholdersId} className="text-muted text-sm">
        {t('insert')}
      </p>
      <ul aria-labelledby={placeholdersId} className="flex flex-wrap gap-1.5">
        {PLACEHOLDERS.map(placeholder => (
          <li key={placeholder}>
            <Button size="small" onClick={() => insert(placeholder)}>
              {t(`placeholders.${placeholder}`)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The template with its mistake marked. The sentence next to it explains the mistake in words. */
function TemplateFaultMark({ template, fault }: { template: string; fault: TemplateFault }) {
  if (fault.code === 'nobody_named') return null
  const end = fault.position + fault.text.length
  return (
    <p aria-hidden="true" className="break-all font-mono text-muted text-sm">
      {template.slice(0, fault.position)}
      <mark className="rounded-sm bg-danger-soft text-danger underline decoration-wavy underline-offset-4">
        {template.slice(fault.position, end)}
      </mark>
      {template.slice(end)}
    </p>
  )
}
