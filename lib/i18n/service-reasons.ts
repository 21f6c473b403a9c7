/**
 * Reasons for which the service rejects a value. It sends them in English, and the specification (section 7) does not
 * define the wording. Known reasons become keys of the texts in `reasons`, in the user's language.
 */
type ServiceReason =
  | { key: 'required' | 'text' | 'email' | 'locale' | 'emailTaken' | 'numberTaken' | 'taken' | 'masked' }
  | { key: 'tooLong'; max: number }

type PlainKey = Exclude<ServiceReason['key'], 'tooLong'>

/** Matches whole sentences only: a partial match could change the meaning. */
const SENTENCES: readonly (readonly [RegExp, PlainKey])[] = [
  [/^(this field|the .+ field) is required\.$/i, 'required'],
  [/^(this|the .+) must be a (text|string)\.$/i, 'text'],
  [/^(this|the .+) must be an? (valid )?e-?mail address\.$/i, 'email'],
  [/^(this must be de, en or null|the selected .*locale is invalid)\.$/i, 'locale'],
  [/^this holds a mask in the place of a secret\.$/i, 'masked'],
  [/^(this|the) .+ (already exists in the project|has already been taken)\.$/i, 'taken'],
]
const TOO_LONG =
  /^(?:this|the .+) (?:must not be longer than|must not be greater than|may not be greater than) (\d{1,4}) characters\.$/i

/** Parses a reason for `email`, or for `employees.<index>.email`; null when the wording is unknown. */
export function parseServiceReason(reason: string, field: string): ServiceReason | null {
  const max = TOO_LONG.exec(reason)?.[1]
  if (max) return { key: 'tooLong', max: Number(max) }
  const key = SENTENCES.find(([sentence]) => sentence.test(reason))?.[1]
  if (!key) return null
  return { key: key === 'taken' ? toTakenKey(field) : key }
}

function toTakenKey(field: string): PlainKey {
  const name = field.split('.').at(-1)
  if (name === 'email') return 'emailTaken'
  return name === 'mitarbeiternummer' ? 'numberTaken' : 'taken'
}
