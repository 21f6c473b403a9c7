import { UserText } from '#components/ui/user-text.tsx'

type OptionTextProps = {
  label: string
  hint?: string | undefined
  /** Group of the option: shown behind the hint, and on a phone, which would cut it off there, on its own line. */
  place?: string | undefined
}

/** Text of an option, and below it a hint that distinguishes it from others of the same name. */
export function OptionText({ label, hint, place }: OptionTextProps) {
  return (
    <span className="min-w-0 grow">
      <span className="block truncate">
        <UserText>{label}</UserText>
      </span>
      {hint && (
        <span className="flex text-muted text-xs max-sm:block">
          <span className="block truncate">
            <UserText>{hint}</UserText>
          </span>
          {place && (
            <>
              <span className="whitespace-pre max-sm:hidden"> · </span>
              <span className="block truncate">
                <UserText>{place}</UserText>
              </span>
            </>
          )}
        </span>
      )}
    </span>
  )
}
