import { DeskError } from '#lib/errors.ts'

/** What the service has against a key (specification section 7): 401 or 403. */
export const KEY_REFUSALS = ['key_rejected', 'no_api_access'] as const
export type KeyRefusal = (typeof KEY_REFUSALS)[number]

/** Whether the service took this key the last time that it was shown; null also when it has not been shown yet. */
export class KeyStatus {
  #refusal: KeyRefusal | null = null
  #heardAt: number | null = null
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

  /** Watches a call: its answer, or its refusal, is the newest that is known of the key. */
  async watch<Answer>(call: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call
      this.#refusal = null
      this.#heardAt = performance.now()
      return answer
    } catch (error) {
      const refusal = error instanceof DeskError && KEY_REFUSALS.find(code => code === error.code)
      if (refusal) {
        this.#refusal = refusal
        this.#heardAt = performance.now()
        this.#tell()
      }
      throw error
    }
  }
}
