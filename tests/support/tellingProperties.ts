import fc from 'fast-check'

// Reports keep no cause of an error: without this, a failed property says with what it failed, but not how.
fc.configureGlobal({ includeErrorInReport: true })
