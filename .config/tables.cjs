// drizzle-kit reads tables from a module's exports; the tables of the states are made from the registry
const { TABLES } = require('../src/store/schema.ts');
const { getTableName } = require('drizzle-orm');

module.exports = Object.fromEntries(TABLES.map((table) => [getTableName(table), table]));
