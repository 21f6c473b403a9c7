/** The archive cannot be completed. Its stream must be destroyed, never ended. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
  /** Name of the damaged file in the archive. */
  readonly fileName: string

  constructor(message: string, fileName: string) {
    super(message)
    this.fileName = fileName
  }
}
