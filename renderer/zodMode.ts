import { config } from 'zod'

// Imported first: a schema made without this probes `new Function`, which the content security policy forbids.
config({ jitless: true })
