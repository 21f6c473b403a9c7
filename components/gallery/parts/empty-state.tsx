import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SearchIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { Example } from '../example.tsx'

export function EmptyStatePart() {
  return (
    <>
      <Example title="With a mark and a way on" wide>
        <Panel>
          <EmptyState title="Nobody matches" mark={<SearchIcon />} action={<Button>Clear filters</Button>}>
            No person in this project has this status and this language.
          </EmptyState>
        </Panel>
      </Example>
      <Example title="Nothing to do about it" wide>
        <Panel>
          <EmptyState title="Nothing has happened yet">What people do is written down here.</EmptyState>
        </Panel>
      </Example>
    </>
  )
}
