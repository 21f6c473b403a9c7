/**
 * The service says in English why it refuses a value; the specification (section 7) leaves its words open. The reasons
 * that are known become keys of the texts in `reasons`, for the person's own language.
 */
type ServiceReason =
  | { key: 'required' | 'text' | 'email' | 'locale' | 'emailTaken' | 'numberTaken' | 'taken' | 'masked' }
  | { key: 'tooLong'; max: number }

type PlainKey = Exclude<ServiceReason['key'], 'tooLong'>

/** Whole sentences only: half a match could say something that the service did not mean. */
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

/** What a reason for `email`, or for `employees.<index>.email`, means; null when its words are not known. */
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
