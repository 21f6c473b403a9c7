import { ForeignText } from '#components/ui/foreign-text.tsx'

type OptionTextProps = {
  label: string
  hint?: string | undefined
  /** Where it belongs: behind the hint, and on a phone, which would cut it off there, on a line of its own. */
  place?: string | undefined
}

/** What can be chosen from a list, and below it what tells it from others of its name. */
export function OptionText({ label, hint, place }: OptionTextProps) {
  return (
    <span className="min-w-0 grow">
      <span className="block truncate">
        <ForeignText>{label}</ForeignText>
      </span>
      {hint && (
        <span className="flex text-muted text-xs max-sm:block">
          <span className="block truncate">
            <ForeignText>{hint}</ForeignText>
          </span>
          {place && (
            <>
              <span className="whitespace-pre max-sm:hidden"> · </span>
              <span className="block truncate">
                <ForeignText>{place}</ForeignText>
              </span>
            </>
          )}
        </span>
      )}
    </span>
  )
}
