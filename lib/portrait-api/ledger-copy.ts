import type { BudgetLedger, FoundLedger } from '#lib/ports/budget-ledger.ts'
import { type Ledger, type LedgerOptions, parseLedger } from './ledger.ts'
import { type Report, type Settled, settle } from './settle.ts'

/** The ledger of one version. It was asked for and came at these moments of the desk's clock; the server's was `now` in between. */
type Copy = { ledger: Ledger; version: number; now: number; askedAt: number; at: number }

/** For so long the desk's clock may stand in for the server's: it goes wrong by less than a millisecond in that time. */
const TRUST_MS = 5_000

/**
 * What this desk knows of the ledger. It is written without having been read again and without a lock: the database takes
 * the next version from whoever has the newest one, so that a desk that stands still holds up nobody, and one that is alone
 * has to ask only once for each call.
 */
export class LedgerCopy {
  readonly #store: BudgetLedger
  readonly #options: LedgerOptions
  readonly #clock: () => number
  #copy: Copy | null = null
  #isDoubtful = false

  constructor(store: BudgetLedger, options: LedgerOptions, clock: () => number) {
    this.#store = store
    this.#options = options
    this.#clock = clock
  }

  /** The ledger, with the server's time: it is that late at least. Null before the first look. */
  now(): { ledger: Ledger; now: number; ageMs: number } | null {
    if (!this.#copy) return null
    const ageMs = this.#clock() - this.#copy.at
    return { ledger: this.#copy.ledger, now: this.#copy.now + ageMs, ageMs }
  }

  /** Somebody has said that there is a newer one. */
  doubt(): void {
    this.#isDoubtful = true
  }

  /**
   * Settles what `report` says, which is called again when another desk was quicker. `askedAt`: the server's clock was not
   * later than the one that counts when this desk's was at this moment; its lease runs from there.
   */
  async settle(
    report: (askedAt: number) => Report,
  ): Promise<{ settled: Settled; askedAt: number; nextAt: number | null }> {
    const isOld = !this.#copy || this.#clock() - this.#copy.at > TRUST_MS
    let isFresh = isOld || this.#isDoubtful
    let copy = isFresh || !this.#copy ? await this.#read() : this.#copy
    for (;;) {
      const at = this.#clock()
      // Another desk may have known it better when it wrote.
      const now = Math.max(copy.now + at - copy.at, isFresh ? copy.now : copy.ledger.at)
      const askedAt = at - (copy.at - copy.askedAt)
      const settled = settle(copy.ledger, report(askedAt), { now, options: this.#options })
      const result = { settled, askedAt, nextAt: settled.nextAt === null ? null : at + settled.nextAt - now }
      if (!settled.isChanged && isFresh) {
        this.#copy = copy
        return result
      }
      if (settled.isChanged) {
        const written = await this.#write(settled, copy)
        if (written === 'written') return result
        copy = written ?? (await this.#read())
      } else copy = await this.#read()
      isFresh = true
    }
  }

  async #read(): Promise<Copy> {
    this.#isDoubtful = false
    const askedAt = this.#clock()
    return this.#toCopy(await this.#store.read(), askedAt)
  }

  /** The newer one when there is one; null when there is, and it has to be read. */
  async #write({ ledger, wake }: Settled, { version }: Copy): Promise<'written' | Copy | null> {
    const askedAt = this.#clock()
    const answer = await this.#store.write(ledger, { version, wake })
    if (!answer.written) return answer.found && this.#toCopy(answer.found, askedAt)
    this.#copy = { ledger, version: version + 1, now: answer.now, askedAt, at: this.#clock() }
    return 'written'
  }

  #toCopy({ document, version, now }: FoundLedger, askedAt: number): Copy {
    return { ledger: parseLedger(document, now), version, now, askedAt, at: this.#clock() }
  }
}
