const CAPACITY = 100
const RETRY_COST = 5
const SUCCESS_GAIN = 1

/**
 * The retries that all callers of one key may spend together (after the AWS SDK's standard retry mode). When the
 * service fails for everybody, everybody's retries would be a second load on top; the quota runs out first.
 */
export class RetryQuota {
  #tokens = CAPACITY

  /** Spends the cost of one retry; false when too few tokens are left. */
  spend(): boolean {
    if (this.#tokens < RETRY_COST) return false
    this.#tokens -= RETRY_COST
    return true
  }

  /** Earns a little back for a call that succeeded at the first attempt. */
  earn(): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + SUCCESS_GAIN)
  }
}
