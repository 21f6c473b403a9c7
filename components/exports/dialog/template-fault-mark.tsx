import type { TemplateFault } from '#lib/exports/naming/template.ts'

/** The template once more, with what is wrong in it marked. The sentence beside it says the same in words. */
export function TemplateFaultMark({ template, fault }: { template: string; fault: TemplateFault }) {
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
