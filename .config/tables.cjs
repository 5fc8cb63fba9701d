// drizzle-kit reads tables and views from a module's exports; those of the states are made from the registry
const { SCHEMA } = require('../src/store/views.ts');

module.exports = { ...SCHEMA };
