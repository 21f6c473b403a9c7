import { ForeignText } from '#components/ui/foreign-text.tsx'

/** What can be chosen from a list, and below it what tells it from others of its name. */
export function OptionText({ label, hint }: { label: string; hint?: string | undefined }) {
  return (
    <span className="min-w-0 grow">
      <span className="block truncate">
        <ForeignText>{label}</ForeignText>
      </span>
      {hint && (
        <span className="block truncate text-muted text-xs">
          <ForeignText>{hint}</ForeignText>
        </span>
      )}
    </span>
  )
}
