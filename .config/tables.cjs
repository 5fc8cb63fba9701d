// drizzle-kit reads tables from a module's exports; those of the states are made from the registry
const { getTableName } = require('drizzle-orm');
const { TABLES } = require('../src/store/schema.ts');

module.exports = Object.fromEntries(TABLES.map((table) => [getTableName(table), table]));
