import type { Previews } from '../previews/previews'
import type { DomainHandlers } from './handlers'

export function referenceHandlers({
  previews,
}: {
  readonly previews: Previews
}): DomainHandlers<'references'> {
  return {
    'references.preview': ({ connectionId, url }) => previews.open(connectionId, url),

    'references.closePreview': () => {
      previews.close()
      return null
    },
  }
}
