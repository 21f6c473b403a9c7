'use client'

import { useState } from 'react'
import { Pagination } from '#components/page/pagination.tsx'
import { SelectionBar } from '#components/page/selection-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckMark } from '#components/ui/field/checkbox.tsx'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { Panel } from '#components/ui/panel.tsx'
import {
  type Density,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/table.tsx'
import { Example } from './example.tsx'

const PEOPLE = ['Yılmaz', 'Bauer', 'Öztürk', 'Łukasz', 'Dietrich', 'Førde', 'Ångström', 'Müller'].map(
  (name, index) => ({ id: index + 1, number: String(index + 42).padStart(5, '0'), name }),
)

export function TablePart() {
  const [density, setDensity] = useState<Density>('comfortable')
  const [ascending, setAscending] = useState(true)
  const [selected, setSelected] = useState<readonly number[]>([2])
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(25)
  const people = PEOPLE.toSorted((a, b) => a.name.localeCompare(b.name) * (ascending ? 1 : -1))
  const every = selected.length === PEOPLE.length

  function toggle(id: number) {
    setSelected(selected.includes(id) ? selected.filter(other => other !== id) : [...selected, id])
  }

  return (
    <Example title="Sortable and sticky head, selection, density, pagination; cards on a phone" wide>
      <SegmentedControl
        legend="Density"
        className="justify-self-start"
        value={density}
        onChange={setDensity}
        segments={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
      />
      <Panel>
        <Table density={density}>
          <caption className="sr-only">People</caption>
          <TableHead>
            <tr>
              <TableHeader sticky className="w-12">
                <CheckMark
                  aria-label="Select all"
                  checked={every}
                  indeterminate={selected.length > 0 && !every}
                  onChange={() => setSelected(every ? [] : PEOPLE.map(({ id }) => id))}
                />
              </TableHeader>
              <TableHeader sticky sort={{ direction: undefined, onSort: () => undefined }}>
                Number
              </TableHeader>
              <TableHeader
                sticky
                sort={{
                  direction: ascending ? 'ascending' : 'descending',
                  onSort: () => setAscending(!ascending),
                }}
              >
                Last name
              </TableHeader>
              <TableHeader sticky>Status</TableHeader>
            </tr>
          </TableHead>
          <TableBody>
            {people.map(({ id, number, name }) => (
              <TableRow
                key={id}
                selected={selected.includes(id)}
                className="max-sm:grid max-sm:grid-cols-[1.5rem_1fr_auto] max-sm:gap-x-3 max-sm:border-line max-sm:border-b max-sm:p-4"
              >
                <TableCell>
                  <CheckMark aria-label={name} checked={selected.includes(id)} onChange={() => toggle(id)} />
                </TableCell>
                <TableCell className="text-muted max-sm:order-3">{number}</TableCell>
                <TableCell className="font-medium">{name}</TableCell>
                <TableCell className="max-sm:order-4 max-sm:col-start-2">Approved</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Panel>
      <Pagination
        label="Pages"
        summary={`Page ${page} of 14 · 700 people`}
        page={page}
        pages={14}
        hrefOf={to => `?page=${to}`}
        onPage={setPage}
        size={{ value: size, options: [25, 50, 100, 200], onChange: setSize }}
      />
      {selected.length > 0 && (
        <SelectionBar
          label="What to do with the selected"
          summary={`${selected.length} selected`}
          onClear={() => setSelected([])}
        >
          <Button size="small">Download photos</Button>
          <Button size="small">Change language</Button>
          <Button size="small" variant="danger">
            Delete …
          </Button>
        </SelectionBar>
      )}
    </Example>
  )
}
