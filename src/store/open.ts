import type { Database, DatabasePlace } from './database.ts';
import { openEmbedded, openInMemory } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openServer } from './server.ts';

/** Opens the store and brings its tables up to date. Rejects with one line for whoever started the bot. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  const database = await open(place);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function open(place: DatabasePlace): Promise<Database> {
  switch (place.kind) {
    case 'embedded':
      return openEmbedded(place.dataDir);
    case 'memory':
      return openInMemory();
    case 'server':
      return openServer(place.url);
  }
}
