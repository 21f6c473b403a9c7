'use client'

import { useId } from 'react'
import { Pagination } from '#components/page/pagination.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/field/checkbox.tsx'
import { FileDrop } from '#components/ui/field/file-drop.tsx'
import { Input, Textarea } from '#components/ui/field/input.tsx'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { SearchField } from '#components/ui/field/search-field.tsx'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Combobox } from '#components/ui/popup/combobox.tsx'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table.tsx'
import { States, useShownStates } from './specimens.tsx'

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger', 'destroy'] as const
const TEXT_FIELDS = [
  ['Input', Input],
  ['Text area', Textarea],
] as const
const PROJECTS = [{ value: '1', label: 'Zentrale Köln – Herbst' }]
const project = { label: 'Project', options: PROJECTS, searchLabel: 'Search', emptyText: 'None', value: '1' }
const FORMS = [
  { value: 'jpeg', label: 'JPEG' },
  { value: 'png', label: 'PNG' },
]
const reading = { label: 'Reading the list…', cancelLabel: 'Cancel', onCancel: nothing }

/** Specimens stand still. */
function nothing() {}

export function StatesPart() {
  useShownStates()
  const off = FORMS.map(form => ({ ...form, disabled: true }))
  return (
    <>
      {VARIANTS.map(variant => (
        <States
          key={variant}
          title={`Button, ${variant}`}
          told={{
            disabled: (
              <Button variant={variant} disabled>
                Download
              </Button>
            ),
            loading: (
              <Button variant={variant} busy>
                <Icon of={DownloadIcon} />
                Download
              </Button>
            ),
          }}
        >
          <Button variant={variant}>Download</Button>
        </States>
      ))}
      <States
        title="Icon button"
        told={{
          disabled: (
            <IconButton disabled label="Download">
              <Icon of={DownloadIcon} />
            </IconButton>
          ),
          loading: (
            <IconButton busy label="Download">
              <Icon of={DownloadIcon} />
            </IconButton>
          ),
        }}
      >
        <IconButton label="Download">
          <Icon of={DownloadIcon} />
        </IconButton>
      </States>
      {TEXT_FIELDS.map(([title, TextField]) => (
        <States
          key={title}
          title={title}
          told={{
            disabled: <TextField disabled aria-label="Name" defaultValue="Jürgen" />,
            invalid: <TextField aria-invalid aria-label="Name" defaultValue="Jürgen" />,
          }}
        >
          <TextField aria-label="Name" defaultValue="Jürgen" />
        </States>
      ))}
      <States
        title="Search field"
        told={{ loading: <SearchField label="Search" busy value="Bau" onChange={nothing} /> }}
      >
        <SearchField label="Search" value="Bau" onChange={nothing} />
      </States>
      <States
        title="Select"
        told={{
          disabled: (
            <Select disabled aria-label="Language">
              <option>German</option>
            </Select>
          ),
          invalid: (
            <Select aria-invalid aria-label="Language">
              <option>German</option>
            </Select>
          ),
        }}
      >
        <Select aria-label="Language">
          <option>German</option>
        </Select>
      </States>
      <States
        title="Combobox"
        told={{
          disabled: <Combobox disabled {...project} onChange={nothing} />,
          invalid: <Combobox aria-invalid {...project} onChange={nothing} />,
        }}
      >
        <Combobox {...project} onChange={nothing} />
      </States>
      <States
        title="Checkbox"
        told={{
          on: <Checkbox label="Photo is ready" defaultChecked />,
          some: <Checkbox label="Photo is ready" indeterminate />,
          disabled: <Checkbox label="Photo is ready" disabled />,
          invalid: <Checkbox label="Photo is ready" aria-invalid />,
        }}
      >
        <Checkbox label="Photo is ready" />
      </States>
      <States
        title="Switch"
        told={{
          on: <Switch label="Compact rows" defaultChecked />,
          disabled: <Switch label="Compact rows" disabled />,
        }}
      >
        <Switch label="Compact rows" />
      </States>
      <States
        title="Radio cards"
        told={{ disabled: <RadioCards legend="Form" cards={off} value="jpeg" onChange={nothing} /> }}
      >
        <RadioCards legend="Form" cards={FORMS} value="jpeg" onChange={nothing} />
      </States>
      <States
        title="Segmented control"
        told={{ disabled: <SegmentedControl legend="Form" segments={off} value="jpeg" onChange={nothing} /> }}
      >
        <SegmentedControl legend="Form" segments={FORMS} value="jpeg" onChange={nothing} />
      </States>
      <States title="Table: head and row" told={{ selected: <Rows selected /> }}>
        <Rows />
      </States>
      <States title="Pages" told={{ 'at the end': <Pages page={14} /> }}>
        <Pages page={2} />
      </States>
      <States
        title="File drop"
        told={{
          disabled: <FileDrop label="Your list" disabled onFile={nothing} />,
          loading: <FileDrop label="Your list" reading={reading} onFile={nothing} />,
          invalid: <FileDrop label="Your list" error="This is a picture." onFile={nothing} />,
        }}
      >
        <FileDrop label="Your list" onFile={nothing} />
      </States>
    </>
  )
}

function Rows({ selected = false }: { selected?: boolean }) {
  return (
    <Table>
      <caption className="sr-only">People</caption>
      <TableHead>
        <tr>
          <TableHeader sort={{ direction: 'ascending', onSort: nothing }}>Last name</TableHeader>
          <TableHeader>Status</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        <TableRow selected={selected}>
          <TableCell className="font-medium">Yılmaz</TableCell>
          <TableCell>Approved</TableCell>
        </TableRow>
      </TableBody>
    </Table>
  )
}

function Pages({ page }: { page: number }) {
  const id = useId()
  return (
    <Pagination
      label={`Pages ${id}`}
      summary={`Page ${page} of 14`}
      page={page}
      pages={14}
      hrefOf={to => `?page=${to}`}
      onPage={nothing}
    />
  )
}
