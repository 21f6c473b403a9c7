/** An error for the log: its name and where it was thrown. Its text stays out, because it may hold anything. */
export function toPlace(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name} ${whereFrom(thrown)}`.trim() : 'not an error'
}

/** The first line of the stack that is a place; lines before it belong to the message. */
function whereFrom({ stack }: Error): string {
  return (
    stack
      ?.split('\n')
      .find(line => /^ +at /.test(line))
      ?.trim() ?? ''
  )
}
