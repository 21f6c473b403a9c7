import { DeskError } from '#lib/errors.ts'

/** What the service has against a key (specification section 7): 401 or 403. */
export const KEY_REFUSALS = ['key_rejected', 'no_api_access'] as const
export type KeyRefusal = (typeof KEY_REFUSALS)[number]

export function isKeyRefusal(code: string | null): code is KeyRefusal {
  return KEY_REFUSALS.some(refusal => refusal === code)
}

/** Whether the service took this key the last time that it was shown; null also when it has not been shown yet. */
export class KeyStatus {
  #refusal: KeyRefusal | null = null
  #heardAt: number | null = null
  #shownAt: number | null = null
  #taken = Promise.withResolvers<void>()
  readonly #tell: () => void

  /** `tell` hears of each refusal. */
  constructor(tell: () => void = () => {}) {
    this.#tell = tell
  }

  get refusal(): KeyRefusal | null {
    return this.#refusal
  }

  /** Whether the service has answered with this key at all: until then nobody knows whether the key serves. */
  get isAnswered(): boolean {
    return this.#heardAt !== null
  }

  /** How long ago it answered last, in milliseconds; null when it never has. */
  get heardMs(): number | null {
    return this.#heardAt === null ? null : Math.round(performance.now() - this.#heardAt)
  }

  /** How long ago a call set out with it last, whatever became of that, in milliseconds; null when none has. */
  get shownMs(): number | null {
    return this.#shownAt === null ? null : performance.now() - this.#shownAt
  }

  /** Settles when the service takes it again after a refusal. */
  whenTaken(): Promise<void> {
    return this.#taken.promise
  }

  /** Watches a call: its answer, or its refusal, is the newest that is known of the key. */
  async watch<Answer>(call: Promise<Answer>): Promise<Answer> {
    this.#shownAt = performance.now()
    try {
      const answer = await call
      this.#heardAt = performance.now()
      if (this.#refusal !== null) this.#takeBack()
      return answer
    } catch (error) {
      const refusal = error instanceof DeskError ? error.code : null
      if (isKeyRefusal(refusal)) {
        this.#refusal = refusal
        this.#heardAt = performance.now()
        this.#tell()
      }
      throw error
    }
  }

  #takeBack(): void {
    this.#refusal = null
    this.#taken.resolve()
    this.#taken = Promise.withResolvers()
  }
}
