import { z } from 'zod/mini'

/** Maximum number of reported faults. Each costs memory: a list of 100,000 wrong numbers would fill it. */
const FAULTY_ITEMS_MAX = 20

/** A list of such items within these limits. Stops checking after 20 faulty items. */
export function listOf<Item extends z.ZodMiniType>(
  item: Item,
  { min = 0, max }: { min?: number; max: number },
): z.ZodMiniType<z.output<Item>[], z.input<Item>[]> {
  return z.pipe(
    z.array(z.custom<z.input<Item>>()).check(z.minLength(min), z.maxLength(max)),
    z.transform((values, { issues }) => {
      const items: z.output<Item>[] = []
      let faulty = 0
      for (const [index, value] of values.entries()) {
        const parsed = item.safeParse(value)
        if (parsed.success) items.push(parsed.data)
        else {
          for (const issue of parsed.error.issues)
            issues.push({ ...issue, path: [index, ...issue.path] } as z.core.$ZodRawIssue)
          faulty += 1
          if (faulty === FAULTY_ITEMS_MAX) break
        }
      }
      return items
    }),
  )
}
